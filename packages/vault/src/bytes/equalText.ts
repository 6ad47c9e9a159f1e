import { equalBytes } from './equalBytes.ts'

/** Returns whether two texts are equal, in a time that does not depend on the first difference. */
export function equalText(left: string, right: string): boolean {
  const encoder = new TextEncoder()
  return equalBytes(encoder.encode(left), encoder.encode(right))
}
