import { ConnectButton, useAccount as useKitAccount } from '@latchkey/react'
// Names that wagmi 2 and 3 share, because the same source is built with both.
import {
  useAccount,
  useConnect,
  useConnectors,
  useDisconnect,
  useSendTransaction,
  useSwitchChain,
  useWaitForTransactionReceipt,
} from 'wagmi'

/** Every hook that the test uses, with a button that calls it and an output for the result. */
export function WagmiWallets() {
  const account = useAccount()
  const kit = useKitAccount()
  const connectors = useConnectors()
  const { connect, error: connectError } = useConnect()
  const { disconnect } = useDisconnect()
  const { sendTransaction, data: hash, error: sendError } = useSendTransaction()
  const receipt = useWaitForTransactionReceipt({ hash })
  const { switchChain, chains } = useSwitchChain()
  return (
    <>
      <header>
        <ConnectButton />
      </header>
      {connectors.map((connector) => (
        <button type="button" key={connector.uid} onClick={() => connect({ connector })}>
          {connector.name}
        </button>
      ))}
      <button type="button" onClick={() => disconnect()}>
        Disconnect wagmi
      </button>
      <button
        type="button"
        onClick={() => sendTransaction({ to: '0x000000000000000000000000000000000000dEaD', value: 10n ** 15n })}
      >
        Send by wagmi
      </button>
      {chains.map(({ id, name }) => (
        <button type="button" key={id} onClick={() => switchChain({ chainId: id })}>
          {name}
        </button>
      ))}
      <Output name="Status" value={account.status} />
      <Output name="Address" value={account.address} />
      <Output name="Chain" value={account.chainId} />
      <Output name="Kit status" value={kit.status} />
      <Output name="Kit address" value={kit.address} />
      <Output name="Receipt" value={receipt.data?.status} />
      <Output name="Failure" value={describe(connectError ?? sendError)} />
    </>
  )
}

function Output({ name, value }: { name: string; value: string | number | undefined }) {
  return (
    <p>
      {name}: <output aria-label={name}>{value}</output>
    </p>
  )
}

/** Returns the code of an error: the first one in its chain of causes, as apps read it. */
function describe(error: Error | null): string | undefined {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause) return `${cause.code} ${cause.name}`
  return error?.name
}
