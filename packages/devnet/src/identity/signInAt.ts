/** End of a login: an address to open, or a form to post there. */
export type SignInEnd =
  | { kind: 'redirect'; url: string }
  | { kind: 'form'; url: string; fields: Record<string, string> }

/**
 * Logs in at the local identity provider without a browser. It opens `authorizeUrl`, chooses a person on the page, and follows
 * redirects until they leave the provider.
 *
 * @param options.person an id or any name; `null` cancels
 * @param options.fields further fields of the form
 * @param options.cookies existing cookies of the browser by name; new cookies are added
 * @throws Error with the provider's text if it refuses the request
 */
export async function signInAt({
  authorizeUrl,
  person,
  fields = {},
  cookies = new Map(),
}: {
  authorizeUrl: string
  person: string | null
  fields?: Readonly<Record<string, string>>
  cookies?: Map<string, string>
}): Promise<SignInEnd> {
  const { origin } = new URL(authorizeUrl)
  const open = async (url: string, body?: URLSearchParams) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(body ? { method: 'POST', body } : {}),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return response
  }
  let url = authorizeUrl
  let response = await open(url)
  let isAnswered = false
  for (;;) {
    const location = response.headers.get('location')
    if (location !== null) {
      url = new URL(location, url).href
      if (new URL(url).origin !== origin) return { kind: 'redirect', url }
      response = await open(url)
      continue
    }
    const html = await response.text()
    if (!response.ok || (isAnswered && !html.includes('action='))) throw new Error(`${response.status}: ${html}`)
    if (isAnswered) return readForm(html)
    const choice: Record<string, string> = person === null ? { cancel: '1' } : { person: '', name: person }
    response = await open(url, new URLSearchParams({ ...fields, ...choice }))
    isAnswered = true
  }
}

function readForm(html: string): SignInEnd {
  const inputs = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)]
  return {
    kind: 'form',
    url: unescapeHtml(/action="([^"]*)"/.exec(html)?.[1] ?? ''),
    fields: Object.fromEntries(inputs.map(([, name = '', value = '']) => [unescapeHtml(name), unescapeHtml(value)])),
  }
}

function unescapeHtml(text: string) {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}
