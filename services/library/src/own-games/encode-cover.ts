import { ownGameRules } from '@nightshelf/contracts/own-games.ts';
import { invalid } from '@nightshelf/platform/errors/coded-error.ts';
import sharp from 'sharp';

/** Rejects larger images before decoding, because a small file may have very many pixels. */
const mostPixels = 40_000_000;

/**
 * Re-encodes a cover as WebP, because the upload may contain more than pixels.
 * @param sent JPEG, PNG, WebP or AVIF
 * @throws CodedError 422 for an unreadable image
 */
export async function encodeCover(sent: Buffer): Promise<Buffer> {
  try {
    return await sharp(sent, { limitInputPixels: mostPixels, failOn: 'error', animated: false })
      .rotate()
      .resize({
        ...{ width: ownGameRules.coverWidth, height: ownGameRules.coverHeight },
        ...{ fit: 'inside', withoutEnlargement: true },
      })
      .webp({ quality: 82 })
      .toBuffer();
  } catch {
    throw invalid({ image: ['This image is unreadable. Use JPEG, PNG, WebP or AVIF.'] }, 'library.not_an_image');
  }
}
