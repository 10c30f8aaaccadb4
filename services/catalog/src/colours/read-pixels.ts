/** Covers are shrunk to this size before the analysis. */
const width = 48;
const height = 64;
/** Above any small cover: a file of a few kilobytes can decode into an image that fills the memory. */
const mostPixels = 8_000_000;
const timeoutSeconds = 5;

const load = async () => {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  // Only the formats of covers: others can contain scripts, pages and addresses.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] });
  return sharp;
};

/** Loaded on first use, so that a machine without sharp lacks only colours. */
let loading: ReturnType<typeof load> | null = null;

/**
 * Returns red, green and blue of each pixel of a shrunken image.
 * @param bytes a JPEG, PNG or WebP
 * @throws Error for any other format and after a timeout
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
