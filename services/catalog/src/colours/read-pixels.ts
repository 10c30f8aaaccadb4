/** A cover is made this small before it is looked at. */
const width = 48;
const height = 64;
/** More pixels than any small cover has: a file of a few kilobytes can hold a picture that fills a process's memory. */
const mostPixels = 8_000_000;
const timeoutSeconds = 5;

const load = async () => {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  // Only what covers come as: other formats hold scripts, pages and addresses.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] });
  return sharp;
};

/** Loaded with the first cover, so that a machine without it has no colours and everything else. */
let loading: ReturnType<typeof load> | null = null;

/**
 * Red, green and blue of each pixel of a small copy of a picture.
 * @param bytes a JPEG, PNG or WebP
 * @throws Error for anything else, and for what takes too long
 */
export async function readPixels(bytes: Uint8Array): Promise<Uint8Array> {
  loading ??= load();
  const sharp = await loading;
  return sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', animated: false, sequentialRead: true })
    .timeout({ seconds: timeoutSeconds })
    .resize(width, height, { fit: 'cover' })
    .flatten({ background: '#808080' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer();
}
