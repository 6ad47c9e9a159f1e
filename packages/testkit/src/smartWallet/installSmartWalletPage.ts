import { createElement } from '../sandbox/createElement.ts'
import { createPanel } from '../sandbox/createPanel.ts'
import { toEvmFamily } from '../sandbox/toEvmFamily.ts'
import { createVirtualWallet } from '../wallet/createVirtualWallet.ts'
import type { VirtualWallet, VirtualWalletParameters } from '../wallet/VirtualWallet.ts'
import { deriveSiteKey, type Encrypted, openJson, readWalletKeys, sealJson } from './walletCipher.ts'

/** The name of the local smart wallet. */
export const smartWalletPage = { name: 'Local smart wallet (sandbox)', rdns: 'dev.latchkey.smart-wallet' } as const

/** Options of the local smart wallet. */
export type SmartWalletPageOptions = Pick<VirtualWalletParameters, 'accounts' | 'chains'> & {
  /** The capabilities that the wallet reports, by hexadecimal chain ID. A test can use invalid values. */
  capabilities?: unknown
}

type RpcFailure = { code: number; message: string }
type SiteMessage = {
  id: string
  correlationId?: string
  requestId?: string
  sender: string
  content: { handshake?: { method: string; params?: unknown }; encrypted?: Encrypted }
}

/**
 * Makes this page the window of a smart wallet: the other side of Base Account's public protocol, with a local key. It reports that it has
 * loaded, and learns from the answer which site opened it. Then it asks its owner about the next request, the only one. Use only keys of
 * local chains.
 */
export async function installSmartWalletPage(options: SmartWalletPageOptions): Promise<VirtualWallet> {
  let site: string | undefined
  const wallet = createVirtualWallet({ ...options, ...smartWalletPage, policy: 'ask', storage: localStorage })
  const origin = createElement('p', { id: 'site' }, 'Opened by nobody')
  document.title = smartWalletPage.name
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    ':root { color-scheme: light dark } body { margin: 24px; font: 15px/1.5 ui-sans-serif, system-ui, sans-serif } h1 { font-size: 20px }',
  )
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  document.body.append(createElement('h1', {}, smartWalletPage.name), origin)
  createPanel({
    families: [toEvmFamily({ wallet, readToken: async () => undefined })],
    site: () => site ?? 'nobody',
  })
  const opener = window.opener as Window | null
  if (!opener) return wallet

  const keys = await readWalletKeys({ storage: localStorage })
  const loadedId = crypto.randomUUID()
  const post = (message: Record<string, unknown>) => opener.postMessage(message, site ?? '*')
  const peerItem = () => `@latchkey-testkit/smartWallet/site/${site}`

  const answer = async ({ sender, content }: SiteMessage): Promise<Record<string, unknown>> => {
    const key = await deriveSiteKey({ keys, siteKeyHex: sender })
    const data = {
      chains: Object.fromEntries(
        Object.entries(options.chains).map(([id, chain]) => [id, typeof chain === 'string' ? chain : chain.rpcUrl]),
      ),
      capabilities: options.capabilities ?? {},
    }
    if (content.handshake) {
      // Each site asks separately, and each time.
      wallet.revoke()
      const { method, params } = content.handshake
      if (method !== 'eth_requestAccounts') return { failure: { code: 4200, message: `No handshake with ${method}` } }
      try {
        const value = await wallet.provider.request({ method, params })
        localStorage.setItem(peerItem(), sender)
        return { encrypted: await sealJson({ key, value: { result: { value }, data } }) }
      } catch (error) {
        return { failure: toFailure(error) }
      }
    }
    if (!content.encrypted || localStorage.getItem(peerItem()) !== sender)
      return { failure: { code: 4100, message: 'This site is not connected' } }
    const { action, chainId } = (await openJson({ key, encrypted: content.encrypted })) as {
      action: { method: string; params?: unknown }
      chainId: number
    }
    try {
      wallet.setChain(chainId)
      const value = await wallet.provider.request(action)
      return { encrypted: await sealJson({ key, value: { result: { value }, data } }) }
    } catch (error) {
      return { encrypted: await sealJson({ key, value: { result: { error: toFailure(error) }, data } }) }
    }
  }

  window.addEventListener('message', (event: MessageEvent<SiteMessage>) => {
    if (event.source !== opener || (site !== undefined && event.origin !== site)) return
    if (site === undefined) {
      if (event.data.requestId !== loadedId) return
      site = event.origin
      origin.textContent = `Opened by ${site}`
      return
    }
    const { id, correlationId } = event.data
    void answer(event.data).then((content) => {
      post({
        id: crypto.randomUUID(),
        requestId: id,
        correlationId,
        sender: keys.publicKeyHex,
        content,
        timestamp: new Date(),
      })
      window.close()
    })
  })
  window.addEventListener('pagehide', () => post({ id: crypto.randomUUID(), event: 'PopupUnload' }))
  post({ id: loadedId, event: 'PopupLoaded' })
  return wallet
}

function toFailure(error: unknown): RpcFailure {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return { code: typeof code === 'number' ? code : -32603, message: String(message ?? error) }
}
