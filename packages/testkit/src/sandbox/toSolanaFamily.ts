import { describeSolanaTransaction } from '../solana/describeSolanaTransaction.ts'
import type { VirtualSolanaWallet } from '../solana/VirtualSolanaWallet.ts'
import { nameNetwork, readableText } from './nameNetwork.ts'
import type { PanelFamily, PanelSubject } from './PanelFamily.ts'

type Input = { account?: { address?: string }; message?: Uint8Array; transaction?: Uint8Array; chain?: string }

/** The Solana part of a wallet for its panel. */
export function toSolanaFamily({
  wallet,
  names,
}: {
  wallet: VirtualSolanaWallet
  names: readonly string[]
}): PanelFamily {
  const accounts = wallet.addresses.map((address, index) => ({ name: names[index] ?? `Account ${index + 1}`, address }))
  return {
    wallet,
    accounts,
    describe: async ({ method, params }) => {
      const inputs = params as readonly Input[]
      const [first] = inputs
      const account = accounts.find(({ address }) => address === first?.account?.address) ??
        accounts[wallet.getState().account] ?? { name: '', address: '' }
      const about = { network: nameNetwork(first?.chain ?? 'solana'), account, isConnect: false }
      const words = (title: string, action: string, lines: PanelSubject['lines']) => ({
        ...about,
        title,
        action,
        lines,
      })
      if (method === 'standard:connect')
        return { ...words('Connect', 'Connect', [{ label: 'Asks for', value: 'your address' }]), isConnect: true }
      if (method === 'solana:signMessage')
        return words(
          'Sign message',
          'Sign',
          inputs.map(({ message }) => ({ label: 'Message', value: readableText(message), long: true })),
        )
      const sends = method === 'solana:signAndSendTransaction'
      return words(
        sends ? 'Send transaction' : 'Sign transaction',
        sends ? 'Approve' : 'Sign',
        inputs.flatMap(({ transaction = new Uint8Array() }) => describeSolanaTransaction({ transaction })),
      )
    },
  }
}
