import { type ChainNamespace, LatchkeyError } from '@latchkey/protocol'
import { createActivity } from './activity/createActivity.ts'
import { createAlerts } from './alerts/createAlerts.ts'
import { createBalances } from './balances/createBalances.ts'
import type { CoreContext } from './CoreContext.ts'
import { createCalls } from './calls/createCalls.ts'
import { createConnection } from './connection/createConnection.ts'
import { createConnectorRegistry } from './connectors/createConnectorRegistry.ts'
import { createEmbeddedWallet } from './connectors/embedded/createEmbeddedWallet.ts'
import { embeddedConnectorId } from './connectors/embedded/EmbeddedWallet.ts'
import { createContacts } from './contacts/createContacts.ts'
import { createWallets } from './directory/createWallets.ts'
import { createEmail } from './email/createEmail.ts'
import type { Environment } from './environment/Environment.ts'
import { isFramed } from './environment/isFramed.ts'
import type { Latchkey } from './Latchkey.ts'
import type { LatchkeyConfig } from './LatchkeyConfig.ts'
import type { LatchkeyEvent } from './LatchkeyEvent.ts'
import { createModal, type ModalInternals } from './modal/createModal.ts'
import type { ToastContent } from './modal/ModalFeature.ts'
import { createNames } from './names/createNames.ts'
import { createNetworks } from './networks/createNetworks.ts'
import { startChainIdOf } from './networks/startChainIdOf.ts'
import { createOnramp } from './onramp/createOnramp.ts'
import { createPairing } from './pairing/createPairing.ts'
import { createPairingSource } from './pairing/createPairingSource.ts'
import { createPermissions } from './permissions/createPermissions.ts'
import { createRealtime } from './realtime/createRealtime.ts'
import { createSend } from './send/createSend.ts'
import { createSignIn } from './signIn/createSignIn.ts'
import { createSocial } from './social/createSocial.ts'
import { createConnectionStorage } from './storage/createConnectionStorage.ts'
import { tell } from './store/Store.ts'
import { createSwap } from './swap/createSwap.ts'
import { createTelemetry } from './telemetry/createTelemetry.ts'
import { createTransactions } from './transactions/createTransactions.ts'

/** Assembles the features. Their dependencies on each other are defined only here. */
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
    report: (event) => tell(listeners, event),
    onRefusal: (error) => alerts.note(error),
    load: (chunk) =>
      chunk().catch((cause: unknown) => {
        // An error of the chunk itself is not a failed fetch.
        throw cause instanceof LatchkeyError ? cause : new LatchkeyError('network_request_failed', { cause })
      }),
  }
  const record = createConnectionStorage(environment)
  const startChainId = (namespace: ChainNamespace) => startChainIdOf({ config, record, namespace })
  let stopPrompts: (() => void) | undefined
  const embedded = config.wallet
    ? createEmbeddedWallet({
        context,
        url: config.wallet.url,
        startChainId: () => startChainId('eip155') ?? config.networks[0].caipNetworkId,
        hasSession: () =>
          record.read().connections.some(({ connectorId }) => connectorId.startsWith(embeddedConnectorId)),
        signIn: () => logIn(),
        // Uses the record, which belongs only to this site.
        resume: () => void connection.reconnect(),
        alert: ({ message, code, text }) => modal.toast({ kind: text ? 'warning' : 'error', message, code, text }),
        join: async () => {
          const { showPromptsInModal } = await context.load(() => import('./email/showPromptsInModal.ts'))
          stopPrompts ??= showPromptsInModal({ email, modal })
        },
      })
    : undefined
  const pairings = createPairingSource({ context })
  const connectors = createConnectorRegistry({ context, embedded })
  const registry = pairings?.join(connectors) ?? connectors
  const connection = createConnection({ ...context, registry, record, startChainId })
  const networks = createNetworks({ ...context, connection, record })
  const wallets = createWallets({ context, registry, connection, record })
  const signIn = createSignIn({ context, connection, networks, modal: () => modal })
  const pairing = createPairing({ context, source: pairings, connection, record, signIn, modal: () => modal })
  const email = createEmail({ context, embedded, connection, signIn })
  const approval = { isOpen: () => email.getState().prompt !== undefined, cancel: email.cancelPrompt }
  const modal: ModalInternals = createModal({ config, environment, connection, networks, approval, signIn })
  const social = createSocial({ context, embedded, connection, signIn, email, modal })
  const logIn = async () => {
    await modal.open({ view: 'Connect' })
    if (!embedded?.getState().user) throw new LatchkeyError('user_rejected')
  }
  const realtime = createRealtime({ context })
  const toastError = ({ message, code }: ToastContent) => modal.toast({ kind: 'error', message, code })
  const data = { context, connection, networks, realtime, toastError }
  const balances = createBalances(data)
  const activity = createActivity(data)
  const permissions = createPermissions(data)
  const calls = createCalls(data)
  const names = createNames(data)
  const contacts = createContacts({ context })
  const transactions = createTransactions({
    ...{ context, connection, balances, activity, realtime, contacts, modal },
    onStored: () => onramp.resume(),
  })
  const send = createSend({ context, connection, networks, balances, contacts, names, transactions, modal })
  const swap = createSwap({ context, connection, networks, balances, transactions })
  const onramp = createOnramp({ ...data, balances, activity })
  const alerts = createAlerts({ context, modal })
  const telemetry = createTelemetry({ context })
  telemetry.follow({ modal, connection, signIn, send, swap })
  const resume = () => {
    transactions.resume()
    send.resume()
  }

  return {
    config,
    connection: {
      ...connection,
      connect: async (options) => {
        networks.restore()
        const account = await connection.connect(options)
        resume()
        return account
      },
      disconnect: (options) => {
        const disconnected = connection.disconnect(options)
        const forget = () => {
          // Not while other connections are being restored, because their accounts may have open transactions.
          if (connection.getState().status === 'disconnected' && record.read().connections.length === 0) {
            transactions.forget()
            send.forget()
          }
        }
        forget()
        // The code for the disconnect may still have to load.
        return disconnected.finally(forget)
      },
      reconnect: async () => {
        networks.restore()
        social.resume()
        pairing.resume()
        const restored = connection.reconnect()
        const page = environment.page()
        if (isFramed(page) || (environment.isMobile() && registry.getState().length > 0)) {
          const adopted = context.load(() => import('./connection/adoptHost.ts'))
          // Without the code, the visitor connects with a tap.
          if (
            await adopted.then(
              (chunk) => chunk.adoptHost({ context, registry, record }),
              () => false,
            )
          )
            await connection.reconnect()
        }
        await restored
        resume()
      },
    },
    email,
    social,
    wallets: {
      ...wallets,
      prepare: () => {
        connection.prepare()
        wallets.prepare()
      },
    },
    pairing,
    signIn,
    networks,
    balances,
    activity,
    send,
    swap,
    onramp,
    transactions,
    calls,
    permissions,
    names,
    contacts: { list: contacts.list, setSaved: contacts.setSaved, remove: contacts.remove },
    modal,
    realtime,
    telemetry,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    destroy: () => {
      stopPrompts?.()
      const parts = [
        telemetry,
        alerts,
        onramp,
        swap,
        send,
        transactions,
        calls,
        permissions,
        names,
        activity,
        balances,
        realtime,
        modal,
        social,
        email,
        signIn,
        pairing,
        networks,
        connection,
        registry,
      ]
      for (const part of parts) part.destroy()
      embedded?.destroy()
      listeners.clear()
    },
  }
}
