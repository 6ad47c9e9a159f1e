import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AccountId, ChainId } from '@latchkey/protocol'
import { eq } from 'drizzle-orm'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { type OnrampWorld, otherProjectId, startOnrampWorld } from '../../onramp/testing/startOnrampWorld.ts'
import { createRpcService } from '../../rpc/createRpcService.ts'
import { createSiwx, type Siwx } from '../../siwx/createSiwx.ts'
import { registerSiwxRoutes } from '../../siwx/registerSiwxRoutes.ts'
import { siwxAccounts } from '../../siwx/schema.ts'
import { createTestBrowser, type TestBrowser } from '../../siwx/testing/createTestBrowser.ts'
import { toOwner } from '../../siwx/toOwner.ts'
import { testProjectId } from '../../testing/testProjectId.ts'
import { createMe } from '../createMe.ts'
import { registerMeRoutes } from '../registerMeRoutes.ts'

/** Data of signed-in accounts, with the endpoints of sign-in and of the onramp. */
export type MeWorld = OnrampWorld & {
  siwx: Siwx
  /** Opens a browser on a page of the project, or of the other one; without cookies, or with a copy. */
  browser: (options?: { isOther?: boolean; cookies?: ReadonlyMap<string, string> }) => TestBrowser
  /** Signs in with a key. */
  signIn: (browser: TestBrowser, account: PrivateKeyAccount, chainId?: ChainId) => Promise<void>
  /** Signs in a new key in a new browser. */
  visitor: (options?: { isOther?: boolean }) => Promise<{ account: PrivateKeyAccount; browser: TestBrowser }>
  /** Marks a signed-in account as a contract, as if a chain had confirmed that. */
  makeContract: (account: PrivateKeyAccount, chainId?: ChainId) => Promise<void>
}

/** Starts it with two EVM networks whose nodes do not answer, because keys need none. */
export async function startMeWorld(): Promise<MeWorld> {
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-me-'))
  const world = await startOnrampWorld({
    config: {
      siwx: { keyFile: join(folder, 'siwx.key') },
      chains: (['eip155:31337', 'eip155:31338'] as const).map((chainId) => ({
        ...{ chainId, name: chainId, nativeCurrency, upstreams: [{ url: 'http://127.0.0.1:9' }] },
      })),
    },
  })
  const { app, context, onramp } = world
  context.shutdown.add('key of signing in', () => rm(folder, { recursive: true }))
  const siwx = await createSiwx({ context, rpc: createRpcService({ context }) })
  if (!siwx) throw new Error('Signing in is not available')
  registerSiwxRoutes({ app, siwx })
  registerMeRoutes({ app, me: createMe({ context, siwx: siwx.service, onramp }) })
  let browsers = 0
  const browser: MeWorld['browser'] = ({ isOther = false, cookies = new Map() } = {}) =>
    createTestBrowser({
      cookies: new Map(cookies),
      ...{ app, ip: `10.0.${Math.floor(browsers / 250)}.${browsers++ % 250}` },
      ...(isOther
        ? { projectId: otherProjectId, origin: 'http://localhost:5174' }
        : { projectId: testProjectId, origin: 'http://localhost:5173' }),
    })
  const me: MeWorld = {
    ...world,
    ...{ siwx, browser },
    signIn: async (opened, account, chainId = 'eip155:31337') => {
      // The clock, which otherwise stands still, determines the last sign-in.
      world.pass(1)
      const { status, body } = await opened.signIn(account, { chainId })
      if (status !== 200) throw new Error(JSON.stringify(body))
    },
    visitor: async (options) => {
      const visitor = { account: privateKeyToAccount(generatePrivateKey()), browser: browser(options) }
      await me.signIn(visitor.browser, visitor.account)
      return visitor
    },
    makeContract: async ({ address }, chainId = 'eip155:31337') => {
      const account: AccountId = `${chainId}:${address}`
      await context.database
        .update(siwxAccounts)
        .set({ proof: 'contract', owner: toOwner({ account, proof: 'contract' }) })
        .where(eq(siwxAccounts.account, account))
    },
  }
  return me
}
