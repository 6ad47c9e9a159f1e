import { createLatchkey } from '@latchkey/core'
import { defineNetwork } from '@latchkey/core/networks'
import './SmartWalletSettings.ts'

/** A site without a framework: a button for each action of the test, and an output for its result. */
const [first, ...rest] = SMART_WALLET.networks.map(({ id, name, rpcUrl }) =>
  defineNetwork({
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  }),
)
if (!first) throw new Error('The world has no networks')

const { connection, networks, wallets } = createLatchkey({
  projectId: SMART_WALLET.projectId,
  apiUrl: SMART_WALLET.apiUrl,
  networks: [first, ...rest],
  metadata: { name: 'Smart site', url: location.origin },
  connectors: { injected: false, safe: false, smartWallet: { name: 'Passkey wallet', url: SMART_WALLET.walletUrl } },
})

const main = document.querySelector('main') as HTMLElement
const addOutput = (name: string) => {
  const output = document.createElement('output')
  output.ariaLabel = name
  main.append(output)
  return (value: unknown) => {
    output.value = value === undefined ? '' : String(value)
  }
}
const show = Object.fromEntries(
  ['Status', 'Address', 'Kind', 'Chain', 'Asking', 'Failure', 'Result'].map((name) => [name, addOutput(name)]),
)
const addButton = (name: string, act: () => Promise<unknown>) => {
  const button = document.createElement('button')
  button.textContent = name
  button.addEventListener('click', async () => {
    show.Result?.('')
    show.Failure?.('')
    try {
      show.Result?.(await act())
    } catch (error) {
      const { code } = error as { code?: unknown }
      show.Failure?.(code)
    }
  })
  main.append(button)
}
const ask = (method: string, params: unknown[] = []) => {
  const provider = connection.getProvider()
  if (!provider) throw new Error('No wallet is connected')
  return provider.request({ method, params })
}
const address = () => {
  const state = connection.getState()
  return state.status === 'connected' ? state.account.address : ''
}

addButton('Look at wallets', async () => wallets.discover())
addButton('Connect', async () => (await connection.connect({ connectorId: 'smartWallet' })).address)
addButton('Sign', () => ask('personal_sign', ['Hello from a smart site', address()]))
addButton('Send', () => ask('eth_sendTransaction', [{ from: address(), to: address(), value: '0x1' }]))
addButton('Balance', () => ask('eth_getBalance', [address(), 'latest']))
addButton('Capabilities', async () => JSON.stringify(await ask('wallet_getCapabilities', [address()])))
for (const network of [first, ...rest])
  addButton(network.name, () => networks.switchNetwork({ chainId: network.caipNetworkId }))
addButton('Disconnect', () => connection.disconnect())

const render = () => {
  const state = connection.getState()
  const account = state.status === 'connected' ? state.account : undefined
  show.Status?.(state.status)
  show.Asking?.(state.asking?.id)
  show.Address?.(account?.address)
  show.Kind?.(account?.type)
  show.Chain?.(account?.chainId)
}
connection.subscribe(render)
render()
void connection.reconnect()
