import { useAccount, useModal } from '@latchkey/react'
import {
  useConnect,
  useConnection,
  useConnectors,
  useDisconnect,
  useSendTransaction,
  useSignMessage,
  useSwitchChain,
  useWaitForTransactionReceipt,
} from 'wagmi'

/** Every hook that the test uses, with a button that calls it and an output for the result. */
export function Wallets() {
  const connection = useConnection()
  const kit = useAccount()
  const modal = useModal()
  const connectors = useConnectors()
  const connect = useConnect()
  const disconnect = useDisconnect()
  const sign = useSignMessage()
  const send = useSendTransaction()
  const receipt = useWaitForTransactionReceipt({ hash: send.data })
  const switchChain = useSwitchChain()
  return (
    <>
      <ul aria-label="Wallets">
        {connectors.map((connector) => (
          <li key={connector.uid} data-id={connector.id}>
            <button type="button" onClick={() => connect.mutate({ connector })}>
              {connector.name}
            </button>
          </li>
        ))}
      </ul>
      <Output name="Status" value={connection.status} />
      <Output name="Address" value={connection.address} />
      <Output name="Chain" value={connection.chainId} />
      <Output name="Kit status" value={kit.status} />
      <Output name="Kit address" value={kit.address} />
      <Output name="Connect failure" value={describe(connect.error)} />
      <button type="button" onClick={() => void modal.open()}>
        Open the kit
      </button>
      <button type="button" onClick={() => void kit.disconnect()}>
        Leave the kit
      </button>
      <button type="button" onClick={() => disconnect.mutate()}>
        Disconnect
      </button>
      <button type="button" onClick={() => sign.mutate({ message: 'Hello from wagmi' })}>
        Sign
      </button>
      <Output name="Signature" value={sign.data} />
      <Output name="Sign failure" value={describe(sign.error)} />
      <button
        type="button"
        onClick={() => send.mutate({ to: '0x000000000000000000000000000000000000dEaD', value: 10n ** 15n })}
      >
        Send
      </button>
      <Output name="Hash" value={send.data} />
      <Output name="Receipt" value={receipt.data?.status} />
      <Output name="Send failure" value={describe(send.error)} />
      {switchChain.chains.map(({ id, name }) => (
        <button type="button" key={id} onClick={() => switchChain.mutate({ chainId: id })}>
          {name}
        </button>
      ))}
      <Output name="Switch failure" value={describe(switchChain.error)} />
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

/** Returns code and class of an error: the first error with a code in its chain of causes, as apps read it. */
function describe(error: Error | null): string | undefined {
  if (!error) return undefined
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause) return `${cause.code} ${cause.name}`
  return error.name
}
