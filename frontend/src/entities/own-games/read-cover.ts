export const mostFileBytes = 20 * 1024 * 1024;

/** Limits of an uploaded cover, as in `ownGameRules` of the contracts. */
const most = { width: 600, height: 800, base64: 700_000 } as const;

/** WebP where the browser can write it, else JPEG; lower qualities are tried until the image is small enough. */
const types = ['image/webp', 'image/jpeg'] as const;
const qualities = [0.86, 0.7, 0.5, 0.3] as const;

export type CoverFault = 'too_large' | 'no_image';

/** A cover as a `data:` URL: the page shows it and sends the part after the comma. */
type ReadCover = { readonly address: string } | { readonly fault: CoverFault };

export const base64Of = (address: string): string => address.slice(address.indexOf(',') + 1);

/** Redraws an image file small enough to upload, which also strips its metadata, such as the location. */
export async function readCover(file: File): Promise<ReadCover> {
  if (file.size > mostFileBytes) return { fault: 'too_large' };
  try {
    const image = await createImageBitmap(file);
    const canvas = draw(image);
    image.close();
    const address = encode(canvas);
    return address === null ? { fault: 'no_image' } : { address };
  } catch {
    return { fault: 'no_image' };
  }
}

function draw(image: ImageBitmap): HTMLCanvasElement {
  const scale = Math.min(1, most.width / image.width, most.height / image.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function encode(canvas: HTMLCanvasElement): string | null {
  for (const type of types) {
    for (const quality of qualities) {
      const address = canvas.toDataURL(type, quality);
      // Browsers write PNG instead of an unsupported type.
      if (!address.startsWith(`data:${type}`)) break;
      if (base64Of(address).length < most.base64) return address;
    }
  }
  return null;
}
