import type { ClipboardEvent, ReactNode } from 'react'

export type AddressTextProps = {
  address: string
  /** An address that it resembles. Digits that differ are marked. */
  other?: string | undefined
}

/** A whole address in groups of four, to read aloud or to compare. A copied selection is the plain address. */
export function AddressText({ address, other }: AddressTextProps) {
  const prefix = address.startsWith('0x') ? '0x' : ''
  const groups = address.slice(prefix.length).match(/.{1,4}/g) ?? []
  // Mark at least four digits at the end, because the last group can be short.
  const last = groups.length - 1
  const marked = other === undefined ? [0, last, ...((groups[last]?.length ?? 0) < 4 ? [last - 1] : [])] : []
  function onCopy(event: ClipboardEvent): void {
    event.preventDefault()
    event.clipboardData.setData('text/plain', address)
  }
  return (
    <span className="address" translate="no" dir="ltr" onCopy={onCopy}>
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups stay where they are
        <span key={index} data-marked={marked.includes(index) || undefined}>
          {index === 0 && prefix}
          {other === undefined ? group : compare(group, other.slice(prefix.length + index * 4), prefix !== '')}
        </span>
      ))}
    </span>
  )
}

/**
 * Marks the digits of a group that differ from the other address. After `0x` the letter case is a checksum, so it does not count. In
 * other addresses it does.
 */
function compare(group: string, other: string, isHexadecimal: boolean): ReactNode[] {
  const read = (digit: string | undefined) => (isHexadecimal ? digit?.toLowerCase() : digit)
  return [...group].map((digit, index) =>
    read(digit) === read(other[index]) ? (
      digit
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: digits stay where they are
      <mark key={index}>{digit}</mark>
    ),
  )
}
