/** Makes worker urls that the page's policy accepts. */
export type WorkerPolicy = {
  /** A url for `new Worker`, of a blob that holds the script. It stays good as long as the page: engines differ in when they read it. */
  createUrl: (script: string) => string
}

/** The name that the page's `trusted-types` directive allows, alone. */
const workerPolicyName = 'ew-worker'

type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => unknown }
}

/**
 * Makes the page's one Trusted Types policy: it accepts the blobs that it made itself and nothing else. Once per page: a second one
 * of that name is refused by the Content Security Policy. Engines without Trusted Types get the url as it is.
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
      // A TrustedScriptURL goes where a string is expected; the types of `Worker` do not know it.
      const trusted = (policy?.createScriptURL(url) ?? url) as string
      own.delete(url)
      return trusted
    },
  }
}
