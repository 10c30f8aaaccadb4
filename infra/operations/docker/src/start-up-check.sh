# Starts the process while its image is built, so that a package that only development has is missed here and not in
# production, and so that the image holds what Node has compiled (NODE_COMPILE_CACHE): a container then starts faster.
# A process that asks for settings has loaded all its modules and ends with 78; one that needs none runs until it is
# stopped (124).
timeout --signal=TERM 15 node src/main.ts
code=$?
[ "$code" = 78 ] || [ "$code" = 124 ] || exit 1
