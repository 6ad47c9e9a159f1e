import { equalBytes } from './equalBytes.ts'

/** Whether two texts are the same, in a time that does not tell where they differ. */
export function equalText(left: string, right: string): boolean {
  const encoder = new TextEncoder()
  return equalBytes(encoder.encode(left), encoder.encode(right))
}
