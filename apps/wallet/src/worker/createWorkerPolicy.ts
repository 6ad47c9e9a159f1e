/** Creates worker URLs that the page's CSP accepts. */
export type WorkerPolicy = {
  /**
   * Returns a URL for `new Worker` of a blob with the script. It stays valid as long as the page, because engines differ in when they
   * read it.
   */
  createUrl: (script: string) => string
}

/** The only name that the page's `trusted-types` directive allows. */
const workerPolicyName = 'ew-worker'

type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => unknown }
}

/**
 * Creates the page's only Trusted Types policy, which accepts only its own blobs. Once per page: the Content Security Policy refuses a
 * second one of that name. Engines without Trusted Types get the plain URL.
 *
 * @example const policy = createWorkerPolicy({ window })
 */
export function createWorkerPolicy({ window }: { window: object }): WorkerPolicy {
  const own = new Set<string>()
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy(workerPolicyName, {
    createScriptURL: (url) => {
      if (!own.has(url)) throw new TypeError('Only the wallet’s own workers may run')
      return url
    },
  })
  return {
    createUrl: (script) => {
      const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
      own.add(url)
      // A TrustedScriptURL works where a string is expected, but the types of `Worker` lack it.
      const trusted = (policy?.createScriptURL(url) ?? url) as string
      own.delete(url)
      return trusted
    },
  }
}
