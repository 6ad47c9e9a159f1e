import type { AccountId } from '@latchkey/protocol'
import { type SiwxMessageData, writeSiwxMessage } from '@latchkey/protocol/siwx'
import type { App } from '../../platform/http/App.ts'

/** Reply of the server. */
export type TestAnswer = { status: number; code: string | undefined; body: Record<string, unknown>; headers: Headers }

/** An account that can sign. */
export type TestSigner = { address: string; signMessage: (options: { message: string }) => Promise<string> }

/** A browser on a page of a site. It stores cookies, and sends them. */
export type TestBrowser = {
  /** Cookies by name. Tests can read, remove and plant them. */
  cookies: Map<string, string>
  /** Last `set-cookie` header of each name. */
  written: Map<string, string>
  get: (path: string, headers?: Record<string, string>) => Promise<TestAnswer>
  post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<TestAnswer>
  nonce: () => Promise<{ nonce: string; issuedAt: string; expiresAt: string }>
  /** Creates a message of this page with a nonce of the server. */
  message: (signer: TestSigner, change?: Partial<SiwxMessageData>) => Promise<{ message: string; address: AccountId }>
  /** Requests a nonce, has a message signed, and sends it. */
  signIn: (signer: TestSigner, change?: Partial<SiwxMessageData>) => Promise<TestAnswer>
  verify: (signed: { message: string; signature: string; address: string }) => Promise<TestAnswer>
  /** Returns the signed-in addresses, latest first. */
  who: () => Promise<string[]>
  /** Opens another tab with the same cookies, on any origin. */
  tab: (options?: { origin?: string | undefined }) => TestBrowser
}

/** Creates a browser that calls an application without sockets. */
export function createTestBrowser({
  app,
  origin,
  projectId,
  userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
  ip,
  cookies = new Map(),
  written = new Map(),
}: {
  app: Pick<App, 'request'>
  origin: string | undefined
  projectId: string
  userAgent?: string | undefined
  ip: string
  cookies?: Map<string, string>
  written?: Map<string, string>
}): TestBrowser {
  const ask = async (method: string, path: string, headers: Record<string, string>, body?: string) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await app.request(`${path}${path.includes('?') ? '&' : '?'}projectId=${projectId}`, {
      method,
      headers: {
        'user-agent': userAgent,
        'x-forwarded-for': ip,
        ...(origin === undefined ? {} : { origin }),
        ...(cookie ? { cookie } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      written.set(name, line)
      if (/Max-Age=0\b/.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    const text = await response.text()
    const answer = text === '' ? {} : JSON.parse(text)
    return { status: response.status, code: answer.code, body: answer, headers: response.headers }
  }
  const browser: TestBrowser = {
    cookies,
    written,
    get: (path, headers = {}) => ask('GET', path, headers),
    post: (path, body, headers = {}) =>
      ask('POST', path, { 'content-type': 'application/json', ...headers }, JSON.stringify(body)),
    nonce: async () => {
      const { status, body } = await browser.get('/v1/siwx/nonce')
      if (status !== 200) throw new Error(`No nonce: ${JSON.stringify(body)}`)
      return body as Awaited<ReturnType<TestBrowser['nonce']>>
    },
    message: async ({ address }, change = {}) => {
      const { nonce, issuedAt } = await browser.nonce()
      const page = origin ?? 'https://app.example.com'
      const data: SiwxMessageData = {
        ...{ accountAddress: address, chainId: 'eip155:31337', domain: new URL(page).host, uri: page, version: '1' },
        ...{ nonce, issuedAt, statement: 'Welcome.' },
        ...change,
      }
      return { message: writeSiwxMessage(data), address: `${data.chainId}:${data.accountAddress}` }
    },
    verify: (signed) => browser.post('/v1/siwx/verify', signed),
    signIn: async (signer, change) => {
      const { message, address } = await browser.message(signer, change)
      return browser.verify({ message, address, signature: await signer.signMessage({ message }) })
    },
    who: async () => {
      const { body } = await browser.get('/v1/siwx/sessions')
      return (body.sessions as { address: string }[]).map(({ address }) => address)
    },
    tab: (options = {}) =>
      createTestBrowser({
        ...{ app, projectId, userAgent, ip, cookies, written },
        origin: 'origin' in options ? options.origin : origin,
      }),
  }
  return browser
}
