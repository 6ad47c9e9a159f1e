import { LatchkeyError } from '@latchkey/protocol'
import { getNameSuggestions, getProfileReverse } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import { askInTime } from '../http/askInTime.ts'
import { createApiClient } from '../http/createApiClient.ts'
import { createIdentifier } from './createIdentifier.ts'
import type { NamesParameters } from './createNames.ts'
import { createNameWriter } from './createNameWriter.ts'
import type { NamesFeature } from './NamesFeature.ts'
import { nameErrorOf } from './nameErrorOf.ts'
import { resolveName } from './resolveName.ts'

/** The engine of the names feature. */
export type NamesEngine = Pick<NamesFeature, 'resolve' | 'suggest' | 'list' | 'register' | 'setAttributes'> & {
  identify: (options: { address: string }) => Promise<void>
  /** @throws LatchkeyError errors of the server, `network_request_failed` */
  prepare: () => Promise<void>
  destroy: () => void
}

/** Creates the engine of the names feature, which talks to the server and the wallet. */
export function createNamesEngine({ context, connection, networks, store }: NamesParameters): NamesEngine {
  const { config, environment, onRefusal } = context
  const client = createApiClient({ ...config, fetch: environment.fetch, timers: environment, onRefusal })
  const identifier = createIdentifier({ client, environment, networks, store })
  let reading: Promise<string | null> | undefined

  const askZone = async () => {
    const { readFeature } = await context.load(() => import('../http/readFeature.ts'))
    const parts = await askInTime({ environment, ask: () => readFeature({ context, id: 'names' }) })
    const [zone = null, most = ''] = parts ?? []
    const perAccount = /^[1-9]\d{0,8}$/.test(most) ? Number(most) : undefined
    store.setState((state) => ({ ...state, zone, perAccount }))
    return zone
  }
  const readZone = () => {
    reading ??= askZone().catch((error: unknown) => {
      reading = undefined
      throw error
    })
    return reading
  }
  const addressInUse = () => {
    const state = connection.getState()
    if (state.status !== 'connected') throw new LatchkeyError('no_active_account')
    return state.account.address
  }

  return {
    identify: async (options) => identifier.identify(options),
    prepare: async () => void (await readZone()),
    resolve: ({ name, chainId = (networks.getState().active ?? config.networks[0]).caipNetworkId }) =>
      resolveName({ context, name, chainId }),
    suggest: async ({ name: typed }) => {
      const name = typed.trim().toLowerCase()
      if (name === '' || name.length > 255) throw new ServiceError('name_invalid')
      try {
        // If the zone is unknown, the server uses its own.
        const { zone } = store.getState()
        const query = zone ? { zone } : {}
        return (await client.request(getNameSuggestions, { params: { name }, query })).data.suggestions
      } catch (cause) {
        throw isOneOf(cause, getNameSuggestions.errors)
          ? cause
          : nameErrorOf({ code: 'name_suggestions_failed', cause })
      }
    },
    list: async ({ address = addressInUse() } = {}) => {
      try {
        const state = connection.getState()
        const sender = state.status === 'connected' ? { sender: state.account.address } : {}
        const question = { params: { address }, query: { apiVersion: '2', ...sender } }
        return (await client.request(getProfileReverse, question)).data
      } catch (cause) {
        throw isOneOf(cause, getProfileReverse.errors) ? cause : nameErrorOf({ code: 'names_failed', cause })
      }
    },
    ...createNameWriter({ context, connection, client, identifier, readZone }),
    destroy: identifier.destroy,
  }
}

/** Whether an error has a code of the endpoint's contract. */
function isOneOf(error: unknown, codes: readonly string[]): boolean {
  return error instanceof LatchkeyError && codes.includes(error.code)
}
