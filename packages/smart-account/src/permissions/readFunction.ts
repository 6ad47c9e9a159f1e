import type { AbiFunction, AbiParameter } from 'viem'
import { toFunctionSelector } from 'viem/utils'
import { refusePermissions } from './refusePermissions.ts'

/** An allowed function. */
export type ReadFunction = {
  selector: `0x${string}`
  /** Its arguments in order, with the index of the first 32-byte word of each after the selector. */
  inputs: readonly { type: string; index: number }[]
}

/** Finds a function in an ABI by its name, which must be unique. */
export function readFunction({ abi, name }: { abi: readonly Record<string, unknown>[]; name: string }): ReadFunction {
  const [found, ...others] = abi.filter((entry) => entry.type === 'function' && entry.name === name)
  if (!found) refusePermissions(`There is no function ${name} in the ABI`)
  if (others.length > 0) refusePermissions(`There are several functions ${name} in the ABI. Keep only one of them`)
  if (!isFunction(found)) refusePermissions(`The function ${name} is malformed in the ABI`)
  let index = 0
  const inputs = found.inputs.map((input) => {
    const begin = index
    index += wordsOf(input)
    return { type: input.type, index: begin }
  })
  return { selector: toFunctionSelector(found), inputs }
}

function isFunction(entry: Record<string, unknown>): entry is AbiFunction {
  return /^[a-zA-Z_$][\w$]*$/.test(String(entry.name)) && isParameters(entry.inputs)
}

function isParameters(value: unknown): value is readonly AbiParameter[] {
  return Array.isArray(value) && value.every(isParameter)
}

const types = /^(?:address|bool|string|bytes(?:[1-9]|[12]\d|3[0-2])?|u?int\d{1,3}|tuple)(?:\[(?:[1-9]\d{0,3})?\])*$/

function isParameter(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('type' in value) || typeof value.type !== 'string') return false
  const bits = /^u?int(\d+)/.exec(value.type)?.[1]
  if (bits !== undefined && (Number(bits) % 8 !== 0 || Number(bits) < 8 || Number(bits) > 256)) return false
  // Components of other types are not part of the selector, but would shift the word of a rule.
  const hasParts = 'components' in value && value.components !== undefined
  return (
    types.test(value.type) && (value.type.startsWith('tuple') ? hasParts && isParameters(value.components) : !hasParts)
  )
}

/** Returns the number of words of a parameter in the head of the arguments: one if its content follows in the tail. */
function wordsOf(parameter: AbiParameter): number {
  const words = fixedWords(parameter)
  return words ?? 1
}

/**
 * Returns the number of words of a parameter with fixed length; undefined if its length varies. Source: the Solidity contract
 * ABI specification.
 */
function fixedWords(parameter: AbiParameter): number | undefined {
  const list = /^(.*)\[(\d*)\]$/.exec(parameter.type)
  if (list) {
    const [, type = '', length = ''] = list
    const each = fixedWords({ ...parameter, type } as AbiParameter)
    return length === '' || each === undefined ? undefined : each * Number(length)
  }
  if (parameter.type === 'string' || parameter.type === 'bytes') return undefined
  if (parameter.type !== 'tuple' || !('components' in parameter)) return 1
  let sum = 0
  for (const component of parameter.components) {
    const words = fixedWords(component)
    if (words === undefined) return undefined
    sum += words
  }
  return sum
}
