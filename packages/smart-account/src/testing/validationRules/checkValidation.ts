import { hexToBigInt, isAddressEqual, keccak256, sliceHex } from 'viem/utils'
import { entryPoint08 } from '../../contracts/addresses.ts'
import type { Step, ValidationTrace } from './traceValidation.ts'

/** Entities of the validation of one operation. */
export type Entities = {
  sender: `0x${string}`
  factory?: `0x${string}` | undefined
  paymaster?: `0x${string}` | undefined
  /** The entities with a stake at the EntryPoint. */
  staked?: readonly `0x${string}`[]
}

/** A forbidden action during the validation of an operation. */
export type Violation = {
  /** Name of the rule in ERC-7562. */
  rule: string
  /** Entity whose code broke the rule. */
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
/** Maximum distance of a struct's slots from its first slot in a mapping. */
const farthest = 128n

/**
 * Checks the validation of a bundle with one operation against the rules of ERC-7562: opcodes, access to code, calls of the
 * EntryPoint, value and storage. It does not check reputation, throttling, and conflicts between operations of one bundle.
 */
export function checkValidation({ steps, hashed }: ValidationTrace, entities: Entities): Violation[] {
  const violations: Violation[] = []
  const slots = associatedSlots(hashed)
  let entity: Violation['entity'] | undefined
  let creations = 0
  for (const step of steps) {
    if (step.depth === 1) {
      // The EntryPoint's own steps are not checked. Its calls determine the current entity.
      if (callOps.has(step.op) && step.target) entity = turnOf(step.target, entities)
      continue
    }
    // The helper with which the EntryPoint deploys accounts is part of it.
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
  // An undeployed account has no code, and its factory must check that.
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
  // An account that is being deployed may only do so with a staked factory.
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

/** Precompiles of Ethereum, and the curve P-256 (RIP-7212). */
function isPrecompile(address: `0x${string}`): boolean {
  const number = hexToBigInt(address)
  return (number >= 1n && number <= 0x11n) || number === 0x100n
}

/** Returns the key of each mapping slot, by slot. */
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
