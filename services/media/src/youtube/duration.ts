const pattern = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;

/** @returns the seconds of an ISO 8601 duration such as PT1H2M3S; 0 for any other text and for live streams (P0D) */
export function secondsOf(duration: string): number {
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = (pattern.exec(duration) ?? [])
    .slice(1)
    .map((part) => Number(part ?? 0));
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}
