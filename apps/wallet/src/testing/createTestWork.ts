/** The proof of work that a test server requires before a login email. */
export type TestWork = {
  /** The next logins need work of so many bits; 0: none. */
  requireWork: (bits: number) => void
  /** Whether a request is refused until its work is done. The server's own tests check the nonce. */
  needsWork: (path: string, body: { work?: { challenge: string } }) => boolean
  /** Body of the refusal. */
  askForWork: () => object
}

/** Creates the work of a test server. */
export function createTestWork({ now }: { now: () => number }): TestWork {
  let bits = 0
  return {
    requireWork: (wanted) => {
      bits = wanted
    },
    needsWork: (path, { work }) => path === '/v1/auth/email/start' && bits > 0 && work?.challenge !== `work-${bits}`,
    askForWork: () => ({
      work: { challenge: `work-${bits}`, bits, expiresAt: new Date(now() + 120_000).toISOString() },
    }),
  }
}
