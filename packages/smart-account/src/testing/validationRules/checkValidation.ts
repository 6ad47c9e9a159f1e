import { hexToBigInt, isAddressEqual, keccak256, sliceHex } from 'viem/utils'
import { entryPoint08 } from '../../contracts/addresses.ts'
import type { Step, ValidationTrace } from './traceValidation.ts'

/** Who takes part in the validation of one operation. */
export type Entities = {
  sender: `0x${string}`
  factory?: `0x${string}` | undefined
  paymaster?: `0x${string}` | undefined
  /** Those of them with a stake at the EntryPoint. */
  staked?: readonly `0x${string}`[]
}

/** Something that an operation may not do while it is validated. */
export type Violation = {
  /** The name that ERC-7562 gives the rule. */
  rule: string
  /** Whose part of the validation it was. */
  entity: 'factory' | 'sender' | 'paymaster'
  details: string
}

const forbidden = new Set([
  ...['ORIGIN', 'GASPRICE', 'BLOCKHASH', 'COINBASE', 'TIMESTAMP', 'NUMBER', 'DIFFICULTY', 'PREVRANDAO', 'RANDOM'],
  ...['GASLIMIT', 'BASEFEE', 'BLOBHASH', 'BLOBBASEFEE', 'SELFDESTRUCT', 'INVALID'],
])
const callOps = new Set(['CALL', 'CALLCODE', 'DELEGATECALL', 'STATICCALL'])
const codeOps = new Set(['EXTCODESIZE', 'EXTCODECOPY', 'EXTCODEHASH'])
const depositTo = '0xb760faf9'
/** Slots of a struct in a mapping lie as far behind the first one, at most. */
const farthest = 128n

/**
 * Holds the validation of a bundle of one operation against the rules of ERC-7562: opcodes, access to code, calls of the EntryPoint, value, storage.
 * What it does not look at: reputation, throttling, and how operations of one bundle touch one another.
 */
export function checkValidation({ steps, hashed }: ValidationTrace, entities: Entities): Violation[] {
  const violations: Violation[] = []
  const slots = associatedSlots(hashed)
  let entity: Violation['entity'] | undefined
  let creations = 0
  for (const step of steps) {
    if (step.depth === 1) {
      // The EntryPoint's own steps are its own; its calls say whose turn it is.
      if (callOps.has(step.op) && step.target) entity = turnOf(step.target, entities)
      continue
    }
    // The helper that the EntryPoint makes accounts with is part of it.
    const isHelper = entity === 'factory' && step.depth === 2
    if (!entity || isHelper || isAddressEqual(step.at, entryPoint08)) continue
    if (step.op === 'CREATE' || step.op === 'CREATE2') creations += 1
    const whose = entity
    const add = (rule: string, details: string) => violations.push({ rule, entity: whose, details })
    checkOpcode({ step, entity, entities, creations, add })
    checkCode({ step, entity, entities, add })
    checkCall({ step, entity, entities, add })
    checkStorage({ step, entity, entities, slots, add })
  }
  return violations
}

type Check = {
  step: Step
  entity: Violation['entity']
  entities: Entities
  add: (rule: string, details: string) => void
}

function checkOpcode({ step: { op, next }, entity, entities, creations, add }: Check & { creations: number }) {
  if (forbidden.has(op)) add('OP-011', op)
  if (op === 'GAS' && !(next && callOps.has(next))) add('OP-012', `GAS before ${next}`)
  if ((op === 'BALANCE' || op === 'SELFBALANCE') && !isStaked(entity, entities)) add('OP-080', op)
  if (op === 'CREATE') add('OP-032', op)
  if (op === 'CREATE2' && (entity !== 'factory' || creations > 1)) add('OP-031', `${op}, ${creations}`)
}

function checkCode({ step: { op, target, hasCode, next }, entity, entities, add }: Check) {
  if (!target || hasCode || isPrecompile(target)) return
  // Before the account is made it has no code, and its factory has to ask.
  if (entity === 'factory' && isAddressEqual(target, entities.sender)) return
  if (op === 'EXTCODESIZE' && next === 'ISZERO') return
  if (callOps.has(op) || codeOps.has(op)) add('OP-041', `${op} of ${target}, which has no code`)
}

function checkCall({ step: { op, target, value, selector, at }, entities, add }: Check) {
  if (!target || !callOps.has(op)) return
  const isEntryPoint = isAddressEqual(target, entryPoint08)
  if (value && BigInt(value) > 0n && !isEntryPoint) add('OP-061', `${BigInt(value)} wei for ${target}`)
  const isDeposit = selector === depositTo || (selector === undefined && isAddressEqual(at, entities.sender))
  if (isEntryPoint && !isDeposit) add('OP-054', `${selector} of the EntryPoint`)
}

function checkStorage({
  step: { op, at, slot },
  entity,
  entities,
  slots,
  add,
}: Check & { slots: ReadonlyMap<bigint, bigint> }) {
  if (!slot || isAddressEqual(at, entities.sender)) return
  const own = entityAddress(entity, entities)
  const staked = isStaked(entity, entities)
  if (own && isAddressEqual(at, own)) {
    if (!staked) add('STO-031', `${op} of its own storage without a stake`)
    return
  }
  const isOthersEntity = [entities.factory, entities.paymaster].some((one) => one && isAddressEqual(one, at))
  const isSendersOwn = isAssociated(BigInt(slot), entities.sender, slots)
  // An account that is being made may do so only with a factory that has a stake.
  const isMadeNow = entities.factory !== undefined && !isStaked('factory', entities)
  if (isSendersOwn && !isOthersEntity) {
    if (isMadeNow) add('STO-022', `${op} of ${at} for an account that is being made`)
    return
  }
  if (staked && own && !isOthersEntity && isAssociated(BigInt(slot), own, slots)) return
  if (staked && !isOthersEntity && (op === 'SLOAD' || op === 'TLOAD')) return
  add('STO-021', `${op} of ${at}, slot ${slot}`)
}

function turnOf(target: `0x${string}`, entities: Entities): Violation['entity'] | undefined {
  if (isAddressEqual(target, entities.sender)) return 'sender'
  if (entities.paymaster && isAddressEqual(target, entities.paymaster)) return 'paymaster'
  return entities.factory && !isPrecompile(target) ? 'factory' : undefined
}

function entityAddress(entity: Violation['entity'], entities: Entities): `0x${string}` | undefined {
  return entity === 'sender' ? entities.sender : entities[entity]
}

function isStaked(entity: Violation['entity'], entities: Entities): boolean {
  const address = entityAddress(entity, entities)
  return address !== undefined && (entities.staked ?? []).some((one) => isAddressEqual(one, address))
}

/** Those of Ethereum, and the curve P-256 (RIP-7212). */
function isPrecompile(address: `0x${string}`): boolean {
  const number = hexToBigInt(address)
  return (number >= 1n && number <= 0x11n) || number === 0x100n
}

/** The slots that mappings have for a key, by slot: the key. */
function associatedSlots(hashed: readonly `0x${string}`[]): ReadonlyMap<bigint, bigint> {
  return new Map(hashed.map((text) => [hexToBigInt(keccak256(text)), hexToBigInt(sliceHex(text, 0, 32))]))
}

/** Source: ERC-7562, "associated storage". */
function isAssociated(slot: bigint, address: `0x${string}`, slots: ReadonlyMap<bigint, bigint>): boolean {
  const key = hexToBigInt(address)
  if (slot === key) return true
  for (const [first, owner] of slots) if (owner === key && slot >= first && slot <= first + farthest) return true
  return false
}
