import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Face, IdentityProvider } from './IdentityProvider.ts'
import { signInAt } from './signInAt.ts'
import { startIdentityProvider } from './startIdentityProvider.ts'
import { createTestClient, walletOrigin } from './test/createTestClient.ts'

const faces: readonly Face[] = ['google', 'apple', 'x', 'discord', 'github', 'facebook']
/** Providers whose token endpoint only needs a secret in the form. */
const simple = ['google', 'discord', 'github', 'facebook'] as const

let identity: IdentityProvider
beforeAll(async () => {
  identity = await startIdentityProvider({ walletOrigin })
})
afterEach(() => {
  for (const face of faces) identity.setFault(face, null)
})
afterAll(() => identity.stop())

const createClient = (face: Face, of = identity) =>
  createTestClient({ face, config: of.social[face], scope: face === 'google' ? 'openid email' : 'identify email' })

/** Asks for a token by a new code, as JSON. */
async function exchange(face: (typeof simple)[number], of = identity) {
  const client = createClient(face, of)
  const { code } = await client.signIn('ada')
  return client.exchange(code, { client_secret: of.social[face].clientSecret }, { accept: 'application/json' })
}

test('default', async () => {
  const page = await (await fetch(createClient('github').authorizeUrl())).text()
  expect(page).toContain('Local identity provider · sandbox')
  expect(page).toContain('Ada Lovelace')
  expect(page).not.toContain('<script')
})

/** Requests that have the provider ask although it may know the visitor. */
const asking = [
  ['google', 'prompt', 'select_account'],
  ['github', 'prompt', 'select_account'],
  ['facebook', 'auth_type', 'reauthenticate'],
] as const

/** Opens a login page in a browser, which keeps its cookies. */
const openPage = async (url: string, cookies = new Map<string, string>()): Promise<string> => {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
  for (const line of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    cookies.set(name, value)
  }
  const location = response.headers.get('location')
  return location === null ? response.text() : openPage(new URL(location, url).href, cookies)
}

test.each(asking)('behavior: %s says why it asks, where the site has it ask by %s', async (face, name, value) => {
  const { authorizeUrl } = createClient(face)
  const reason = 'ask you, to make sure that it is you on this device'
  expect(await openPage(authorizeUrl({ [name]: value }))).toContain(reason)
  // The reason belongs to the request, not to its state.
  expect(await openPage(authorizeUrl())).not.toContain(reason)
})

test.each(asking)('behavior: %s asks a second time with the name of the first answer', async (face, name, value) => {
  const { authorizeUrl } = createClient(face)
  const cookies = new Map<string, string>()
  const answerAs = (person: string) => signInAt({ authorizeUrl: authorizeUrl(), person, cookies })
  await answerAs('Zoë "Z" & co')
  const again = await openPage(authorizeUrl({ [name]: value }), cookies)
  expect(again).toContain('You chose Zoë &quot;Z&quot; &amp; co a moment ago.')
  expect(again).toContain('ask you again, to make sure')
  expect(again).toContain('name="name" maxlength="60" value="Zoë &quot;Z&quot; &amp; co"')
  await answerAs('ada')
  const known = await openPage(authorizeUrl({ [name]: value }), cookies)
  expect(known).toContain('Ada Lovelace<span>ada@example.com · your last choice</span>')
  expect(known).toContain('name="name" maxlength="60" value=""')
  // A request that leaves the choice to the provider, and another browser.
  expect(await openPage(authorizeUrl(), cookies)).not.toContain('last choice')
  expect(await openPage(authorizeUrl({ [name]: value }))).not.toContain('last choice')
})

test('behavior: a person is the same after a restart, another name is another person', async () => {
  const idOf = async (person: string, of: IdentityProvider) => {
    const client = createClient('discord', of)
    const { code } = await client.signIn(person)
    const { text } = await client.exchange(code, { client_secret: of.social.discord.clientSecret })
    const headers = { authorization: `Bearer ${JSON.parse(text).access_token}` }
    return JSON.parse(await (await fetch(of.social.discord.endpoints.userinfo ?? '', { headers })).text()).id
  }
  const next = await startIdentityProvider({ walletOrigin })
  try {
    expect(await idOf('ada', next)).toBe(await idOf('ada', identity))
    expect(await idOf('Zoe', next)).toBe(await idOf('zoe', identity))
    expect(await idOf('Zoe', next)).not.toBe(await idOf('Zara', next))
    expect(next.social.discord.clientSecret).not.toBe(identity.social.discord.clientSecret)
  } finally {
    await next.stop()
  }
})

test.each(faces)('behavior: the callback of %s with another state, and with another issuer', async (face) => {
  const read = async () => {
    const values = face === 'apple' ? { response_mode: 'form_post' } : {}
    return (await createClient(face).signIn('ada', values)).params
  }
  identity.setFault(face, 'wrongState')
  expect((await read()).get('state')).toBe('another-state')
  identity.setFault(face, 'wrongIssuer')
  expect((await read()).get('iss')).toBe('https://another-issuer.example')
  identity.setFault(face, null)
  const params = await read()
  expect(params.get('state')).toBe('the-state')
  expect(params.get('iss')).toBe(face === 'google' ? identity.social.google.endpoints.issuer : null)
})

test.each(simple)(
  'behavior: a code of %s without a challenge is refused if the client sends a verifier',
  async (face) => {
    identity.setFault(face, 'noPkce')
    expect((await exchange(face)).text).toContain('error')
    identity.setFault(face, null)
    expect((await exchange(face)).text).toContain('access_token')
  },
)

test.each(simple)('behavior: %s is down, and cuts the connection', async (face) => {
  identity.setFault(face, 'down')
  expect((await exchange(face)).status).toBe(503)
  expect((await fetch(identity.social[face].endpoints.userinfo ?? '')).status).toBe(503)
  identity.setFault(face, 'cut')
  await expect(exchange(face)).rejects.toThrow('fetch failed')
})

test('behavior: a slow face answers when the fault ends, and other faces answer immediately', async () => {
  identity.setFault('github', 'slow')
  let isAnswered = false
  const slow = exchange('github').then((answer) => {
    isAnswered = true
    return answer
  })
  await identity.held('github')
  expect((await exchange('discord')).status).toBe(200)
  expect(isAnswered).toBe(false)
  identity.setFault('github', null)
  expect((await slow).text).toContain('access_token')
})

test('behavior: the fault `coop` sets the header on pages only', async () => {
  const header = 'cross-origin-opener-policy'
  const open = async () => fetch(createClient('x').authorizeUrl(), { redirect: 'manual' })
  expect((await open()).headers.get(header)).toBeNull()
  identity.setFault('x', 'coop')
  expect((await open()).headers.get(header)).toBe('same-origin')
  expect((await fetch(identity.social.x.endpoints.token, { method: 'POST' })).headers.get(header)).toBeNull()
})

test('behavior: stops while an answer is delayed', async () => {
  const other = await startIdentityProvider({ walletOrigin })
  other.setFault('github', 'slow')
  const waiting = exchange('github', other).catch(() => 'ended')
  await other.held('github')
  await other.stop()
  await waiting
  await expect(fetch(other.url)).rejects.toThrow('fetch failed')
})

test('error: an unknown face is not found, and an empty name shows the page again', async () => {
  expect((await fetch(`${identity.url}/nobody/login`)).status).toBe(404)
  const url = createClient('github').authorizeUrl()
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams({ person: '', name: ' . ' }) })
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('Any other name')
})

test('behavior: the page asks one question, and names the sandbox', async () => {
  const html = await (await fetch(createClient('github').authorizeUrl())).text()
  expect(html).toContain('<h1>Sandbox sign-in for GitHub</h1>')
  expect(html.match(/<legend>|<label/g)).toEqual(['<legend>'])
  expect(html).toMatch(/<legend>Who signs in to [^<]+\?<\/legend>/)
})

test('error: a port that is taken', async () => {
  const port = Number(new URL(identity.url).port)
  await expect(startIdentityProvider({ port, walletOrigin })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})
