import {
  address,
  appendTransactionMessageInstruction,
  compileTransaction,
  createNoopSigner,
  createSolanaRpc,
  createTransactionMessage,
  getBase58Decoder,
  getTransactionEncoder,
  lamports,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { getWallets } from '@wallet-standard/app'

type Wallet = ReturnType<ReturnType<typeof getWallets>['get']>[number]
type Account = Wallet['accounts'][number]
type Signed = { signature: Uint8Array }
type Method = (...inputs: object[]) => Promise<unknown>

const chain = 'solana:localnet'
/** URL of the nodes, through the gateway of the app's server. */
const nodes = `${INTEROP.apiUrl}/v1?${new URLSearchParams({ chainId: `solana:${INTEROP.solana.reference}`, projectId: INTEROP.projectId })}`

/** Starts an app that uses the Wallet Standard and @solana/kit, and has no code for the kit. */
export function startStandardApp(): void {
  const wallets = getWallets()
  let wallet: Wallet | undefined
  const show = () => {
    write(
      'Wallets',
      wallets.get().map(({ name }) => name),
    )
    if (!wallet) return
    write(
      'Solana account',
      accountsOf(wallet, 'solana').map((account) => account.address),
    )
    write(
      'Bitcoin accounts',
      accountsOf(wallet, 'bitcoin').map((account) => account.address),
    )
  }
  wallets.on('register', show)
  show()

  /** Calls a method of one of the wallet's features. */
  const call = (name: string, method: string, ...inputs: object[]) => {
    const feature = wallet?.features[name as `${string}:${string}`] as Readonly<Record<string, Method>> | undefined
    const found = feature?.[method]
    if (!found) throw new Error(`The wallet has no ${name}`)
    return found(...inputs)
  }
  onClick('Connect', async () => {
    wallet = wallets.get().find(({ name }) => name.startsWith('Interop'))
    const events = wallet?.features['standard:events'] as { on: (event: 'change', listener: () => void) => void }
    events.on('change', show)
    await call('standard:connect', 'connect')
    show()
    return 'connected'
  })
  onClick('Sign message', async () => {
    const account = own('solana')
    const message = new TextEncoder().encode('A plain app')
    const [output] = (await call('solana:signMessage', 'signMessage', { account, message })) as [Signed]
    return toHex(output.signature)
  })
  onClick('Send with @solana/kit', async () => {
    const account = own('solana')
    const from = address(account.address)
    const { value: lifetime } = await createSolanaRpc(nodes).getLatestBlockhash().send()
    const receiver = address(new URLSearchParams(location.search).get('receiver') ?? '')
    const pay = getTransferSolInstruction({
      source: createNoopSigner(from),
      destination: receiver,
      amount: lamports(123_456_789n),
    })
    const transaction = compileTransaction(
      pipe(
        createTransactionMessage({ version: 0 }),
        (message) => setTransactionMessageFeePayer(from, message),
        (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
        (message) => appendTransactionMessageInstruction(pay, message),
      ),
    )
    const bytes = new Uint8Array(getTransactionEncoder().encode(transaction))
    const input = { account, chain, transaction: bytes }
    const answer = await call('solana:signAndSendTransaction', 'signAndSendTransaction', input)
    const [{ signature }] = answer as [Signed]
    return getBase58Decoder().decode(signature)
  })
  onClick('Disconnect', async () => {
    await call('standard:disconnect', 'disconnect')
    show()
    return 'disconnected'
  })

  function own(family: string): Account {
    const [account] = wallet ? accountsOf(wallet, family) : []
    if (!account) throw new Error(`No ${family} account`)
    return account
  }
}

function accountsOf({ accounts }: Wallet, family: string): readonly Account[] {
  return accounts.filter(({ chains }) => chains.some((one) => one.startsWith(`${family}:`)))
}

function onClick(name: string, work: () => Promise<string>): void {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  button?.addEventListener('click', async () => {
    write('Result', ['…'])
    try {
      write('Result', [await work()])
    } catch (error) {
      write('Result', [`Error: ${error instanceof Error ? error.message : String(error)}`])
    }
  })
}

function write(label: string, lines: readonly string[]): void {
  const output = document.querySelector<HTMLOutputElement>(`output[aria-label="${label}"]`)
  if (output) output.value = lines.join(' ')
}

function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
