import type { Connector, ConnectorEvent } from '../Connector.ts'

/** Tells whoever listens: EIP-1193's events under their own names, the connector's under `connector`. */
export type Emit = {
  (event: 'connector', value: ConnectorEvent): void
  (event: 'accountsChanged' | 'chainChanged' | 'connect' | 'disconnect', value: unknown): void
}

/** The half of a wallet whose code arrives with its first use. */
export type LazyWallet<Prepared> = {
  connect: (
    options: Parameters<Connector['connect']>[0] & { prepared: Prepared | undefined },
  ) => ReturnType<Connector['connect']>
  disconnect: () => Promise<void>
  /** Answers an EIP-1193 request. @throws an error with an EIP-1193 number */
  request: (options: { method: string; params?: unknown; prepared: Prepared | undefined }) => Promise<unknown>
}
