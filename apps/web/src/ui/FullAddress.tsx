import styles from './FullAddress.module.css'

/** A whole address in groups of four, for comparison. Copies as one piece. */
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
