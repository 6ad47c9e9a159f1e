import { createHash } from 'node:crypto'

/** Returns the subresource integrity of a file: `sha384-…`. */
export function sha384(content: string | Uint8Array): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`
}

/** Returns the CSP source of an inline style: `sha256-…`. */
export function sha256(content: string): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`
}
