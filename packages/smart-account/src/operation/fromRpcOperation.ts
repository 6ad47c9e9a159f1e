import { delegationFactory } from '../delegation/delegationFactory.ts'
import { InvalidOperation } from './InvalidOperation.ts'
import type { SignedAuthorization, UserOperation } from './UserOperation.ts'

const fields = {
  always: ['sender', 'nonce', 'callData'],
  measured: [
    'callGasLimit',
    'verificationGasLimit',
    'preVerificationGas',
    'maxFeePerGas',
    'maxPriorityFeePerGas',
    'signature',
  ],
  optional: [
    'factory',
    'factoryData',
    'paymaster',
    'paymasterVerificationGasLimit',
    'paymasterPostOpGasLimit',
    'paymasterData',
    'eip7702Auth',
  ],
}
const known = new Set(Object.values(fields).flat())

/** A JSON object. */
type Json = Readonly<Record<string, unknown>>

/**
 * Parses an operation from JSON in the format of ERC-7769. Missing, unknown, too large and malformed fields are refused. Null
 * counts as a missing optional field.
 *
 * @param options.unmeasured whether gas, fees and the signature are optional; they default to 0 and to empty
 * @throws InvalidOperation
 */
export function fromRpcOperation(value: unknown, { unmeasured = false }: { unmeasured?: boolean } = {}): UserOperation {
  const json = readObject(value, 'an operation')
  for (const name of Object.keys(json))
    if (!known.has(name)) throw new InvalidOperation(`${name} is no field of an operation`)
  const required = unmeasured ? fields.always : [...fields.always, ...fields.measured]
  for (const name of required) if (isMissing(json[name])) throw new InvalidOperation(`${name} is missing`)

  const gas = (name: string) => (isMissing(json[name]) ? 0n : readQuantity(json[name], name, 128))
  return {
    sender: readAddress(json.sender, 'sender'),
    nonce: readQuantity(json.nonce, 'nonce', 256),
    ...readFactory(json),
    callData: readBytes(json.callData, 'callData'),
    callGasLimit: gas('callGasLimit'),
    verificationGasLimit: gas('verificationGasLimit'),
    // Smaller than the chain's maximum, but above any realistic value.
    preVerificationGas: gas('preVerificationGas'),
    maxFeePerGas: gas('maxFeePerGas'),
    maxPriorityFeePerGas: gas('maxPriorityFeePerGas'),
    ...readPaymaster(json, unmeasured),
    signature: isMissing(json.signature) ? '0x' : readBytes(json.signature, 'signature'),
    ...readAuthorization(json),
  }
}

function readFactory(json: Json): Pick<UserOperation, 'factory' | 'factoryData'> {
  const { factory, factoryData } = json
  if (isMissing(factory)) {
    if (!isMissing(factoryData) && factoryData !== '0x')
      throw new InvalidOperation('factoryData comes with a factory alone')
    return {}
  }
  const isDelegation = typeof factory === 'string' && /^0x7702(?:0{36})?$/i.test(factory)
  return {
    factory: isDelegation ? delegationFactory : readAddress(factory, 'factory'),
    factoryData: isMissing(factoryData) ? '0x' : readBytes(factoryData, 'factoryData'),
  }
}

function readPaymaster(json: Json, unmeasured: boolean): Partial<UserOperation> {
  const names = ['paymasterVerificationGasLimit', 'paymasterPostOpGasLimit', 'paymasterData'] as const
  const [verification, postOp, data] = names
  if (isMissing(json.paymaster)) {
    const alone = names.find((name) => !isMissing(json[name]) && json[name] !== '0x' && json[name] !== '0x0')
    if (alone) throw new InvalidOperation(`${alone} comes with a paymaster alone`)
    return {}
  }
  const gas = (name: string) => {
    if (!isMissing(json[name])) return readQuantity(json[name], name, 128)
    if (unmeasured) return 0n
    throw new InvalidOperation(`${name} is missing`)
  }
  return {
    paymaster: readAddress(json.paymaster, 'paymaster'),
    paymasterVerificationGasLimit: gas(verification),
    paymasterPostOpGasLimit: gas(postOp),
    paymasterData: isMissing(json[data]) ? '0x' : readBytes(json[data], data),
  }
}

function readAuthorization(json: Json): { eip7702Auth?: SignedAuthorization } {
  if (isMissing(json.eip7702Auth)) return {}
  const auth = readObject(json.eip7702Auth, 'eip7702Auth')
  const number = (name: string, bits: number) => Number(readQuantity(auth[name], `eip7702Auth.${name}`, bits))
  const word = (name: string): `0x${string}` =>
    `0x${readQuantity(auth[name], `eip7702Auth.${name}`, 256).toString(16).padStart(64, '0')}`
  const yParity = number('yParity', 8)
  if (yParity > 1) throw new InvalidOperation('eip7702Auth.yParity is 0 or 1')
  return {
    eip7702Auth: {
      address: readAddress(auth.address, 'eip7702Auth.address'),
      chainId: number('chainId', 53),
      nonce: number('nonce', 53),
      ...{ r: word('r'), s: word('s'), yParity },
    },
  }
}

function isMissing(value: unknown): value is undefined | null {
  return value === undefined || value === null
}

function readObject(value: unknown, what: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InvalidOperation(`${what} is an object`)
  return value as Json
}

function readAddress(value: unknown, name: string): `0x${string}` {
  if (typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value)) return value as `0x${string}`
  throw new InvalidOperation(`${name} is an address of 20 bytes`)
}

function readBytes(value: unknown, name: string): `0x${string}` {
  if (typeof value === 'string' && /^0x(?:[0-9a-f]{2})*$/i.test(value)) return value as `0x${string}`
  throw new InvalidOperation(`${name} is hexadecimal, two digits for each byte`)
}

/** Leading zeros are accepted, because many clients write them. */
function readQuantity(value: unknown, name: string, bits: number): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(value))
    throw new InvalidOperation(`${name} is a hexadecimal number`)
  const number = BigInt(value)
  if (number >= 1n << BigInt(bits)) throw new InvalidOperation(`${name} is larger than ${bits} bits`)
  return number
}
