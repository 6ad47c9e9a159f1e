import { readFileSync } from 'node:fs'

/**
 * Returns the content security policies of `docs/recipes/csp.md` for this run's world, so that the tests run the documented policies.
 * `connect` lists the requests of the test's wallet, which runs in the page; a real wallet extension needs none. `__NONCE__` is replaced
 * with a page's nonce.
 */
export function kitPolicies({ api, wallet, connect }: { api: string; wallet: string; connect: readonly string[] }) {
  const recipe = readFileSync(new URL('../../../../docs/recipes/csp.md', import.meta.url), 'utf8')
  const [minimal, nonce] = [...recipe.matchAll(/```http\nContent-Security-Policy:\n([^`]+)\n```/g)].map(
    ([, policy = '']) =>
      policy
        .trim()
        .replace(/\s*\n\s*/g, ' ')
        .replaceAll('https://api.example.com', api)
        .replaceAll('https://wallet.example.com', wallet)
        .replaceAll('RANDOM', '__NONCE__')
        .replace(/connect-src/, `connect-src ${connect.join(' ')}`),
  )
  if (!minimal || !nonce) throw new Error('The recipe has not the two policies')
  return { minimal, nonce }
}
