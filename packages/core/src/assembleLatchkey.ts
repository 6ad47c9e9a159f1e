import { LatchkeyError } from '@latchkey/protocol'
import { createActivity } from './activity/createActivity.ts'
import { createBalances } from './balances/createBalances.ts'
import type { CoreContext } from './CoreContext.ts'
import { createConnection } from './connection/createConnection.ts'
import { createConnectorRegistry } from './connectors/createConnectorRegistry.ts'
import { createEmbeddedWallet } from './connectors/embedded/createEmbeddedWallet.ts'
import { embeddedConnectorId } from './connectors/embedded/EmbeddedWallet.ts'
import { createInjectedRegistry } from './connectors/injected/createInjectedRegistry.ts'
import { createWallets } from './directory/createWallets.ts'
import { createEmail } from './email/createEmail.ts'
import { joinPrompts } from './email/joinPrompts.ts'
import type { Environment } from './environment/Environment.ts'
import type { Latchkey, LatchkeyEvent } from './Latchkey.ts'
import type { LatchkeyConfig } from './LatchkeyConfig.ts'
import { createModal } from './modal/createModal.ts'
import { createNetworks } from './networks/createNetworks.ts'
import { createRealtime } from './realtime/createRealtime.ts'
import { createSend } from './send/createSend.ts'
import { createConnectionStorage } from './storage/createConnectionStorage.ts'

/** Puts the features together. What they need of each other is given here and nowhere else. */
export function assembleLatchkey({
  config,
  environment,
}: {
  config: LatchkeyConfig
  environment: Environment
}): Latchkey {
  const listeners = new Set<(event: LatchkeyEvent) => void>()
  const context: CoreContext = {
    config,
    environment,
    report: (event) => {
      for (const listener of [...listeners]) listener(event)
    },
    load: (chunk) =>
      chunk().catch((cause: unknown) => {
        throw new LatchkeyError('network_request_failed', { cause })
      }),
  }
  const { report } = context
  const record = createConnectionStorage(environment)
  const embedded = config.wallet
    ? createEmbeddedWallet({
        context,
        url: config.wallet.url,
        startChainId: () => record.read().chainId ?? config.defaultNetwork ?? config.networks[0].caipNetworkId,
        hasSession: () => record.read().connectorId === embeddedConnectorId,
        signIn: () => signIn(),
        // By the record, which is this site's alone.
        resume: () => void connection.reconnect(),
        alert: (message) => modal.toast({ kind: 'error', message }),
      })
    : undefined
  const registry = createConnectorRegistry({ injected: createInjectedRegistry({ environment }), embedded })
  const connection = createConnection({ environment, registry, record, report })
  const networks = createNetworks({ config, environment, connection, record, report })
  const wallets = createWallets({ context, registry, connection, record })
  const email = createEmail({ context, embedded, connection })
  const approval = { isOpen: () => email.getState().prompt !== undefined, cancel: email.cancelPrompt }
  const modal = createModal({ config, environment, connection, networks, approval })
  const stopPrompts = joinPrompts({ email, modal })
  const signIn = async () => {
    await modal.open({ view: 'Connect' })
    if (!embedded?.getState().user) throw new LatchkeyError('user_rejected')
  }
  const realtime = createRealtime({ context })
  const toastError = (message: string) => modal.toast({ kind: 'error', message })
  const data = { context, connection, networks, realtime, toastError }
  const balances = createBalances(data)
  const activity = createActivity(data)
  const send = createSend({ context, connection, networks, balances, activity, realtime, modal })

  return {
    config,
    connection: {
      ...connection,
      connect: async (options) => {
        networks.restore()
        const account = await connection.connect(options)
        send.resume()
        return account
      },
      disconnect: () => {
        send.forget()
        return connection.disconnect()
      },
      reconnect: async () => {
        networks.restore()
        await connection.reconnect()
        send.resume()
      },
    },
    email,
    wallets,
    networks,
    balances,
    activity,
    send,
    modal,
    realtime,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    destroy: () => {
      stopPrompts()
      for (const part of [send, activity, balances, realtime, modal, email, networks, connection, registry])
        part.destroy()
      embedded?.destroy()
      listeners.clear()
    },
  }
}
