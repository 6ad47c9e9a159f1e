import { parseChainId } from '@latchkey/protocol'
import type { Order, SavedAddress } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Onramp } from '../onramp/createOnramp.ts'
import type { Context } from '../platform/context.ts'
import { toAddressKey } from '../platform/toAddressKey.ts'
import type { CookieCall, SiwxService } from '../siwx/Siwx.ts'
import { compareLabels } from './compareLabels.ts'
import { createMeLimits } from './createMeLimits.ts'
import { readAddress } from './readAddress.ts'
import { readLabel } from './readLabel.ts'
import { deleteSavedAddress, readSavedAddresses, type SavedAddressRow, writeSavedAddress } from './savedAddressStore.ts'
import { type NumberedSettings, readVisitorSettings, writeVisitorSettings } from './settingsStore.ts'

/** Caller, and the signed-in account: CAIP-10, or an address. Undefined for the last one to sign in. */
export type Asking = {
  call: CookieCall
  account: string | undefined
  /** Key of the rate limit. */
  ip: string
}

/** Data of a signed-in account. Each call checks the sign-in first. @throws ServiceError `siwx_session_required` */
export type Me = {
  /** By label, in the sort order of the language (BCP 47). */
  listAddresses: (asking: Asking, language: string) => Promise<SavedAddress[]>
  /** @throws ServiceError `malformed_address`, `invalid_body`, `saved_addresses_full`, `rate_limited` */
  saveAddress: (asking: Asking, saved: { address: string; label: string }) => Promise<SavedAddress>
  /** @throws ServiceError `saved_address_unknown` */
  removeAddress: (asking: Asking, id: string) => Promise<void>
  readSettings: (asking: Asking) => Promise<NumberedSettings>
  /** @throws ServiceError `settings_conflict`, `rate_limited` */
  saveSettings: (asking: Asking, change: NumberedSettings) => Promise<NumberedSettings>
  /** @throws ServiceError `malformed_cursor` */
  listOrders: (asking: Asking, cursor: string | undefined) => Promise<{ orders: Order[]; next: string | null }>
}

/**
 * Creates the storage of data for signed-in accounts. It is per project, and independent of site and browser.
 *
 * @param options.onramp undefined if the server has no onramp; then there are no orders
 */
export function createMe({
  context,
  siwx,
  onramp,
}: {
  context: Pick<Context, 'clock' | 'database' | 'kv'>
  siwx: Pick<SiwxService, 'require'>
  onramp: Pick<Onramp, 'listOrders'> | undefined
}): Me {
  const { clock, database } = context
  const limits = createMeLimits({ context })
  const ownerOf = async ({ call, account }: Asking) => {
    const { projectId, owner } = await siwx.require(call, account)
    return { projectId, owner }
  }

  return {
    listAddresses: async (asking, language) => {
      const rows = await readSavedAddresses(database, await ownerOf(asking))
      return rows.map(toSavedAddress).sort(compareLabels(language))
    },
    saveAddress: async (asking, { address: given, label: text }) => {
      const whose = await ownerOf(asking)
      const [address, label, now] = [readAddress(given), readLabel(text), new Date(clock.now())]
      const addressKey = toAddressKey(address)
      await limits.consume('address', asking.ip)
      return toSavedAddress(await writeSavedAddress(database, { ...whose, address, addressKey, label, now }))
    },
    removeAddress: async (asking, id) => {
      const isGone = await deleteSavedAddress(database, { ...(await ownerOf(asking)), id })
      if (!isGone) throw new ServiceError('saved_address_unknown', { field: 'id' })
    },
    readSettings: async (asking) => {
      const known = await readVisitorSettings(database, await ownerOf(asking))
      return known ?? { settings: { theme: null, language: null }, version: 0 }
    },
    saveSettings: async (asking, change) => {
      const whose = await ownerOf(asking)
      await limits.consume('settings', asking.ip)
      const saved = await writeVisitorSettings(database, { ...whose, ...change, now: new Date(clock.now()) })
      if (saved) return saved
      throw new ServiceError('settings_conflict', { field: 'version' })
    },
    listOrders: async (asking, cursor) => {
      const { projectId, address, chainId, proof } = await siwx.require(asking.call, asking.account)
      if (!onramp) return { orders: [], next: null }
      // The holder of a key has the account on every network of the family. A contract's address can belong to another account on another
      // network.
      const network = proof === 'key' ? parseChainId(chainId).namespace : chainId
      const { orders, next } = await onramp.listOrders({ projectId, address, network, cursor })
      return { orders: [...orders], next }
    },
  }
}

function toSavedAddress({ id, address, label, createdAt, updatedAt }: SavedAddressRow): SavedAddress {
  return { id, address, label, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}
