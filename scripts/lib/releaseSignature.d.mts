export function makeReleaseKey(options?: { passphrase?: string }): { secretKey: string; publicKey: string }
export function signRelease(options: {
  content: string
  secretKey: string
  passphrase?: string
  comment: string
}): string
export function findSignatureFault(options: {
  content: string
  signature: string
  publicKey: string
}): string | undefined
