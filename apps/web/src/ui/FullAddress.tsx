import styles from './FullAddress.module.css'

/** An address in full, in groups of four so that two can be compared; it copies as one piece. */
export function FullAddress({ address }: { address: string }) {
  const prefix = address.startsWith('0x') ? '0x' : ''
  const groups = address.slice(prefix.length).match(/.{1,4}/g) ?? []
  const places = groups.map((group, place) => ({ group, place }))
  return (
    <span className={styles.address} translate="no" dir="ltr">
      {prefix && <span className={styles.prefix}>{prefix}</span>}
      {places.map(({ group, place }) => (
        <span key={place}>{group}</span>
      ))}
    </span>
  )
}
