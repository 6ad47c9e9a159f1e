import { type EvmAddress, nameMessageLifetime } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { hashMessage } from 'viem'
import type { NamesConfig } from '../../platform/config/namesConfig.ts'
import type { Context } from '../../platform/context.ts'
import type { Transaction } from '../../platform/db/Database.ts'
import type { SignatureProof } from '../../signatures/SignatureProof.ts'
import type { NameLimits } from './createNameLimits.ts'
import type { SignerCheck } from './createSignerCheck.ts'
import { createLabelJudge } from './judgeLabel.ts'
import { labelSkeleton } from './labelSkeleton.ts'
import type { NameRegistry } from './NameRegistry.ts'
import {
  countNames,
  deleteNameAddresses,
  hasName,
  insertMessage,
  insertName,
  lockName,
  lockNameOwner,
  type NameRow,
  noProject,
  readName,
  updateName,
  writeNameAddress,
} from './nameStore.ts'
import { readLabel } from './readLabel.ts'
import { mergeNameAttributes, readNameAttributes } from './readNameAttributes.ts'
import { checkNameMessageTime, readNameAddressMessage, readNameMessage } from './readNameMessage.ts'
import { readEvmCoinType, readNameRequest } from './readNameRequest.ts'

/** A name after a change, and its previous addresses. */
export type ChangedName = { row: NameRow; before: readonly EvmAddress[] }

type Changes = {
  [Change in 'register' | 'setAttributes' | 'setAddress']: (
    options: Parameters<NameRegistry[Change]>[0],
  ) => Promise<ChangedName>
}

/** Milliseconds for which a used message is kept after its expiry, because the clocks of processes differ. */
const keptFor = 10 * 60 * 1000

/**
 * Creates the functions that change names. Each change is one transaction with its message, so that a message counts as used only if its
 * change succeeds. Signatures are checked before, because a chain can be slow.
 */
export function createNameChanges({
  context: { clock, database },
  config: { zone, perAddress, ...words },
  limits,
  check,
  read,
}: {
  context: Pick<Context, 'clock' | 'database'>
  config: NamesConfig
  limits: NameLimits
  check: SignerCheck
  read: (name: string) => Promise<NameRow | undefined>
}): Changes {
  const judge = createLabelJudge({ zone, ...words })

  /** Each statement must see earlier commits, whatever the database's default is. After waiting for a lock, the counts are repeated. */
  const inTransaction = <Value>(work: (tx: Transaction) => Promise<Value>) =>
    database.transaction(work, { isolationLevel: 'read committed' })
  /**
   * A message with two signatures counts for the account whose address it sets, which is enough. @throws ServiceError `name_message_used`
   */
  const use = async (tx: Transaction, signer: EvmAddress, message: string, timestamp: number) => {
    const expiresAt = new Date((timestamp + nameMessageLifetime) * 1000 + keptFor)
    const isNew = await insertMessage(tx, { signer, hash: hashMessage(message), expiresAt })
    if (!isNew) throw new ServiceError('name_message_used', { field: 'message' })
  }
  /** @throws ServiceError `name_limit` */
  const checkOwned = async (tx: Transaction, projectId: string, owner: EvmAddress) => {
    if ((await countNames(tx, { projectId, owner, zone })) >= perAddress) throw new ServiceError('name_limit')
  }
  const required = async (name: string): Promise<NameRow> => {
    const row = await read(name)
    if (!row) throw notFound()
    return row
  }
  /** Locks the name, and requires that its owner has not changed since the signature was checked. */
  const lock = async (tx: Transaction, { name, owner, ownerCoinType, ownerProof }: NameRow): Promise<NameRow> => {
    const row = await lockName(tx, name)
    if (!row) throw notFound()
    const isSame = row.owner === owner && row.ownerCoinType === ownerCoinType && row.ownerProof === ownerProof
    if (!isSame) throw new ServiceError('name_not_owned')
    return row
  }
  const reread = async (tx: Transaction, name: string): Promise<NameRow> => {
    const row = await readName(tx, name)
    if (!row) throw new Error('A name was deleted during its change')
    return row
  }
  /** Checks the owner's signature. An owner that registered as a contract signs on its chain. Any other owner signs with its key. */
  const checkOwner = async (
    { owner: address, ownerCoinType: coinType, ownerProof }: NameRow,
    { field, ...text }: { message: string; signature: `0x${string}`; ip: string; field: string },
  ) => {
    await check({ ...text, address, coinType, keyOnly: ownerProof === 'key' }).catch((error: unknown) => {
      if (!(error instanceof ServiceError) || error.code !== 'signature_invalid') throw error
      throw new ServiceError('signature_invalid', { field })
    })
  }

  const register: Changes['register'] = async ({ request, caller: { projectId = noProject, ip } }) => {
    const { message, signature } = request
    const { address, coinType } = readNameRequest(request)
    const { name, attributes: texts, timestamp } = readNameMessage(message)
    const label = readLabel({ name, zone })
    const refusal = judge(label)
    if (refusal) throw refusal
    const attributes = mergeNameAttributes({}, readNameAttributes(texts))
    checkNameMessageTime({ timestamp, now: clock.now() })
    await limits.peek('registration', ip)
    const proof = await check({ address, message, signature, coinType, ip })
    const now = new Date(clock.now())
    const row = await inTransaction(async (tx) => {
      await lockNameOwner(tx, { owner: address })
      await use(tx, address, message, timestamp)
      await checkOwned(tx, projectId, address)
      const isWritten = await insertName(tx, {
        ...{ name, zone, projectId, attributes },
        skeleton: `${labelSkeleton(label)}.${zone}`,
        owner: address,
        ownerCoinType: coinType,
        ownerProof: proof,
        registeredAt: now,
        updatedAt: now,
      })
      if (!isWritten) {
        throw new ServiceError((await hasName(tx, name)) ? 'name_taken' : 'name_confusable', { field: 'name' })
      }
      await writeNameAddress(tx, { name, coinType, address, proof, createdAt: now })
      // At the end, so that refused requests are not counted. Above the limit, the transaction fails.
      await limits.consume('registration', ip)
      return reread(tx, name)
    })
    return { row, before: [] }
  }

  const setAttributes: Changes['setAttributes'] = async ({ name, request, caller: { ip } }) => {
    const { message, signature } = request
    const { address, coinType } = readNameRequest(request)
    const { name: named, attributes: texts, timestamp } = readNameMessage(message)
    if (named !== name) throw mismatch('name')
    const change = readNameAttributes(texts)
    checkNameMessageTime({ timestamp, now: clock.now() })
    const found = await required(name)
    if (!isSameAddress(found.owner, address)) throw new ServiceError('name_not_owned', { field: 'address' })
    // A contract with the same address on another network can belong to another account.
    if (found.ownerProof === 'contract' && coinType !== found.ownerCoinType) {
      throw new ServiceError('name_not_owned', { field: 'coin_type' })
    }
    await limits.peek('change', ip)
    await checkOwner(found, { message, signature, ip, field: 'signature' })
    const row = await inTransaction(async (tx) => {
      await use(tx, address, message, timestamp)
      const locked = await lock(tx, found)
      const attributes = mergeNameAttributes(locked.attributes, change)
      await updateName(tx, { name, attributes, updatedAt: new Date(clock.now()) })
      await limits.consume('change', ip)
      return reread(tx, name)
    })
    return { row, before: [] }
  }

  const setAddress: Changes['setAddress'] = async ({ name, request, caller: { ip } }) => {
    const { message, signature, owner } = request
    const { address, coinType } = readNameRequest(request)
    const said = readNameAddressMessage(message)
    if (said.name !== name) throw mismatch('name')
    if (said.address !== request.address) throw mismatch('address')
    if (readEvmCoinType(said.coinType) !== coinType) throw mismatch('coin_type')
    const attributes = mergeNameAttributes({}, readNameAttributes(said.attributes))
    checkNameMessageTime({ timestamp: said.timestamp, now: clock.now() })
    const found = await required(name)
    const isOwner = isSameAddress(found.owner, address)
    const passesOn = !isOwner && coinType === found.ownerCoinType
    if (!isOwner && !owner) throw new ServiceError('name_not_owned', { field: 'owner' })
    await limits.peek('change', ip)
    const proof = await check({ address, message, signature, coinType, ip })
    // A key is the same account on every network. A contract is the owner only on the chain on which it became that.
    const isOwnersWord = isOwner && isWordOf(found, proof) && (proof === 'key' || coinType === found.ownerCoinType)
    if (!isOwnersWord) {
      if (!owner) throw new ServiceError('name_not_owned', { field: 'owner' })
      await checkOwner(found, { message, signature: owner.signature, ip, field: 'owner.signature' })
    }
    const now = new Date(clock.now())
    const { row, before } = await inTransaction(async (tx) => {
      if (passesOn) await lockNameOwner(tx, { owner: address })
      await use(tx, address, message, said.timestamp)
      if (!passesOn && Object.keys(said.attributes).length > 0) {
        throw new ServiceError('name_attributes_invalid', {
          field: 'message',
          message:
            'Text records can only be set with an address if the name gets a new owner. Set them in a separate request',
        })
      }
      const locked = await lock(tx, found)
      if (passesOn) {
        await checkOwned(tx, locked.projectId, address)
        await deleteNameAddresses(tx, name)
      }
      await updateName(tx, {
        ...{ name, updatedAt: now },
        ...(passesOn ? { attributes, owner: address, ownerCoinType: coinType, ownerProof: proof } : {}),
      })
      await writeNameAddress(tx, { name, coinType, address, proof, createdAt: now })
      await limits.consume('change', ip)
      // From the locked row, because another request may have changed its addresses since it was read.
      return { row: await reread(tx, name), before: locked.addresses.map((record) => record.address) }
    })
    return { row, before }
  }

  return { register, setAttributes, setAddress }
}

/** Returns whether a proof is of the kind that the owner uses. */
function isWordOf({ ownerProof }: Pick<NameRow, 'ownerProof'>, proof: SignatureProof): boolean {
  return proof === 'key' || ownerProof === 'contract'
}

function mismatch(field: string): ServiceError {
  return new ServiceError('name_message_mismatch', {
    field,
    message: `The signed message and the request have different values of ${field}`,
  })
}

function notFound(): ServiceError {
  return new ServiceError('name_not_found', { field: 'name', message: 'This name is not registered here' })
}

function isSameAddress(first: string, second: string): boolean {
  return first.toLowerCase() === second.toLowerCase()
}
