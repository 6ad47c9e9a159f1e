/** Returns the text that an account signs (EIP-191) so that the server creates a permission for it. Times are ISO 8601. */
export function createSessionMessage({
  account,
  permissionsHash,
  expiry,
  issuedAt,
}: {
  /** CAIP-10. */
  account: string
  /** keccak256 of the canonical JSON of `{ signer, permissions, policies }`. */
  permissionsHash: string
  /** Unix seconds. */
  expiry: number
  issuedAt: string
}): string {
  return `Create a session for ${account}\nPermissions: ${permissionsHash}\nUntil: ${expiry}\nIssued at: ${issuedAt}`
}

/** @see createSessionMessage */
export function activateSessionMessage({
  account,
  pci,
  context,
}: {
  account: string
  pci: string
  context: string
}): string {
  return `Activate session ${pci} of ${account}\nContext: ${context}`
}

/** @see createSessionMessage */
export function revokeSessionMessage({ account, pci }: { account: string; pci: string }): string {
  return `Revoke session ${pci} of ${account}`
}
