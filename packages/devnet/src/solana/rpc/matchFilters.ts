import { invalidParams } from './RpcError.ts'
import { readBytes, readOptions, readWhole } from './readParams.ts'

/** Whether an account's data passes the filters of `getProgramAccounts`: `dataSize` and `memcmp`. */
export function matchFilters({ data, filters }: { data: Uint8Array; filters: unknown }): boolean {
  if (filters === undefined || filters === null) return true
  if (!Array.isArray(filters)) throw invalidParams('expected a list of filters')
  return filters.every((filter) => {
    const { dataSize, memcmp } = readOptions(filter)
    if (dataSize !== undefined) return data.length === readWhole(dataSize)
    if (memcmp === undefined) throw invalidParams('unknown filter')
    const { offset, bytes, encoding } = readOptions(memcmp)
    const from = readWhole(offset)
    return readBytes({ text: bytes, encoding }).every((byte, index) => data[from + index] === byte)
  })
}
