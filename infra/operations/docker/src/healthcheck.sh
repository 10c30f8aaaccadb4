# Exits with 0 when this container's process is alive. Uses only bash: the images have no curl, and a Node process every few
# seconds would be most of the work of an idle container.
exec 3<>"/dev/tcp/127.0.0.1/${OPERATIONS_PORT:-$PORT}" || exit 1
printf 'GET %s HTTP/1.0\r\n\r\n' "${HEALTH_PATH:-/healthz}" >&3
read -r status <&3
[[ $status == *' 200 '* ]]
