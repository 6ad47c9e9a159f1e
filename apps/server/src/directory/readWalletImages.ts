import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** A picture of the operator. */
type WalletImage = {
  contentType: 'image/svg+xml' | 'image/png'
  bytes: Uint8Array<ArrayBuffer>
  /** Changes with the content, so that browsers can cache a picture forever. */
  version: string
}

/** Pictures of the operator, by image id. */
export type WalletImages = ReadonlyMap<string, WalletImage>

/** A picture is shown at 64 pixels, so a larger file is a mistake. */
const maxBytes = 256 * 1024

/**
 * Reads the operator's pictures: `<image_id>.svg` or `<image_id>.png`, each at most 256 KiB. The content decides what a file is, not its
 * name.
 *
 * @param options.folder undefined if there are none
 * @throws Error with everything in the folder that is not a picture of a wallet
 */
export function readWalletImages({ folder }: { folder: string | undefined }): WalletImages {
  const images = new Map<string, WalletImage>()
  if (folder === undefined) return images
  const mistakes: string[] = []
  for (const file of readdirSync(folder).toSorted()) {
    // Files of editors and operating systems.
    if (file.startsWith('.')) continue
    const [, id, ending] = /^([a-z0-9][a-z0-9-]{0,63})\.(svg|png)$/.exec(file) ?? []
    const path = join(folder, file)
    if (!id || !ending) mistakes.push(`${file}: name it <image_id>.svg or <image_id>.png`)
    else if (images.has(id)) mistakes.push(`${file}: there is a picture of ${id} already`)
    else if (!statSync(path).isFile()) mistakes.push(`${file}: is no file`)
    else if (statSync(path).size > maxBytes) mistakes.push(`${file}: is larger than ${maxBytes / 1024} KiB`)
    else {
      const bytes = new Uint8Array(readFileSync(path))
      const contentType = sniff(bytes)
      if (contentType === undefined || !contentType.includes(ending)) mistakes.push(`${file}: is no ${ending} picture`)
      else images.set(id, { contentType, bytes, version: createHash('sha256').update(bytes).digest('hex').slice(0, 8) })
    }
  }
  if (mistakes.length > 0) throw new Error(`The pictures in ${folder} have mistakes: ${mistakes.join('; ')}`)
  return images
}

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

function sniff(bytes: Uint8Array): WalletImage['contentType'] | undefined {
  if (pngSignature.every((byte, index) => bytes[index] === byte)) return 'image/png'
  const start = new TextDecoder().decode(bytes.subarray(0, 4096))
  const isSvg = /^\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[\s\S]*?-->\s*)*(?:<!DOCTYPE svg[^[>]*>\s*)?<svg[\s>]/.test(start)
  return isSvg ? 'image/svg+xml' : undefined
}
