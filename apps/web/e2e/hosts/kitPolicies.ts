/**
 * The content security policies of the host pages, as strict as the kit can live under (`docs/recipes/csp.md`). `connect` is what
 * the test's wallet asks, which runs in the page; a wallet of a browser's own does not.
 */
export function kitPolicies({ api, wallet, connect }: { api: string; wallet: string; connect: readonly string[] }) {
  const minimal = {
    'default-src': "'none'",
    'script-src': "'self'",
    'connect-src': [api, ...connect].join(' '),
    'img-src': `data: ${api}`,
    'frame-src': wallet,
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
  }
  const write = (directives: Readonly<Record<string, string>>) =>
    Object.entries(directives)
      .map(([name, sources]) => `${name} ${sources}`)
      .join('; ')
  return {
    minimal: write(minimal),
    // For browsers without constructable style sheets: `<style>` elements that carry the page's nonce.
    nonce: write({
      ...minimal,
      'script-src': "'nonce-__NONCE__' 'strict-dynamic'",
      'style-src': "'nonce-__NONCE__'",
    }),
  }
}
