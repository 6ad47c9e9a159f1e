import { findNameLabelIssue, LatchkeyError } from '@latchkey/protocol'
import { getProfileAccount, type Name, registerName, setNameAttributes } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { CoreContext } from '../CoreContext.ts'
import type { ConnectionFeature } from '../connection/ConnectionFeature.ts'
import { isDeclined } from '../connectors/isDeclined.ts'
import { askInTime } from '../http/askInTime.ts'
import type { ApiClient } from '../http/createApiClient.ts'
import type { Identifier } from './createIdentifier.ts'
import { findNameSigner, type NameSigner } from './findNameSigner.ts'
import type { NamesFeature } from './NamesFeature.ts'
import { nameErrorOf } from './nameErrorOf.ts'
import { type SignedName, signName } from './signName.ts'
import { isLost, submitName } from './submitName.ts'

/** A requested change of a name. */
type Change<Answer> = {
  typed: string
  attributes: Readonly<Record<string, string>>
  /** Message for failures that have no separate code. */
  failure: 'Error registering name' | 'Error updating name'
  send: (name: string, signed: SignedName, signal: AbortSignal) => Promise<Answer>
  /** Converts the server's record to the result; undefined if it does not match the request. */
  read: (found: Name, signer: NameSigner) => Answer | undefined
  /** Called once per change, even if several callers wait for it. */
  done: (answer: Answer, signer: NameSigner) => void
}

/** Creates the part of the names that uses the embedded wallet's signature. */
export function createNameWriter({
  context: { environment, report },
  connection,
  client,
  identifier,
  readZone,
}: {
  context: CoreContext
  connection: ConnectionFeature
  client: ApiClient
  identifier: Identifier
  /** Returns the zone; null if the server registers no names. */
  readZone: () => Promise<string | null>
}): Pick<NamesFeature, 'register' | 'setAttributes'> {
  let open: { key: string; answer: Promise<unknown> } | undefined
  /** Changes that were sent and whose result is unknown. */
  const unknown = new Set<string>()

  /** Allows one change at a time, because the wallet shows one request. A call for the same change joins it. */
  const once = async <Answer>(key: string, work: () => Promise<Answer>): Promise<Answer> => {
    if (open?.key === key) return open.answer as Promise<Answer>
    if (open) throw new LatchkeyError('wallet_busy')
    const answer = work().finally(() => {
      open = undefined
    })
    open = { key, answer }
    return answer
  }

  const change = async <Answer>(asked: Change<Answer>): Promise<Answer> => {
    const signer = findNameSigner(connection)
    const text = asked.typed.trim().toLowerCase()
    const [label = ''] = text.split('.')
    if (findNameLabelIssue(label)) throw new ServiceError('name_invalid', { field: 'name' })
    const key = JSON.stringify([asked.failure, text, asked.attributes, signer.account.address, signer.coinType])
    const failed = (cause: unknown) =>
      nameErrorOf({ code: 'name_register_failed', cause, message: `${asked.failure} ${text}` })

    const perform = async (): Promise<Answer> => {
      const zone = await readZone().catch((cause: unknown) => {
        throw failed(cause)
      })
      if (zone === null) throw new ServiceError('names_unavailable')
      const name = `${label}.${zone}`
      if (text !== label && text !== name) throw new ServiceError('name_invalid', { field: 'name' })

      const find = async (signal: AbortSignal) => {
        const question = { params: { name }, query: { apiVersion: '2' }, signal, fresh: true, isRead: false }
        const { data } = await client.request(getProfileAccount, question)
        return 'name' in data && data.name === name ? asked.read(data, signer) : undefined
      }
      try {
        // An earlier request may have arrived. Then no new signature is needed.
        const there = unknown.has(key) ? await askInTime({ environment, ask: find }) : undefined
        unknown.delete(key)
        if (there) return there
      } catch (cause) {
        throw failed(cause)
      }
      const signed = await signName({
        ...{ connection, environment, signer, name, attributes: asked.attributes },
      }).catch((error: LatchkeyError) => {
        throw isDeclined(error.code) || error.code === 'account_changed' ? error : failed(error)
      })
      const send = (signal: AbortSignal) => asked.send(name, signed, signal)
      return submitName({ environment, send, find }).catch((error: unknown) => {
        if (!isLost(error)) throw error
        unknown.add(key)
        throw failed(error)
      })
    }
    return once(key, async () => {
      const answer = await perform()
      asked.done(answer, signer)
      return answer
    })
  }

  return {
    register: ({ name: typed }) =>
      change<Name>({
        typed,
        attributes: {},
        failure: 'Error registering name',
        send: async (_, body, signal) => (await client.request(registerName, { body, signal })).data,
        read: (found, signer) => (standsFor(found, signer) ? found : undefined),
        done: ({ name }, { account }) => {
          identifier.note({ address: account.address, name })
          report({ type: 'nameRegistered', account: account.caipAddress, name })
        },
      }),
    setAttributes: ({ name: typed, attributes }) =>
      change({
        typed,
        attributes,
        failure: 'Error updating name',
        send: async (name, body, signal) =>
          (await client.request(setNameAttributes, { params: { name }, body, signal })).data,
        read: ({ name, updated_at, attributes: texts }) =>
          Object.entries(attributes).every(([key, text]) => (texts[key] ?? '') === text)
            ? { name, updated_at, attributes: texts }
            : undefined,
        done: (_, { account }) => identifier.refresh({ address: account.address }),
      }),
  }
}

function standsFor({ addresses }: Name, { account, coinType }: NameSigner): boolean {
  return addresses[coinType]?.address.toLowerCase() === account.address.toLowerCase()
}
