export type SkeletonRowsProps = {
  count: number
  ends?: boolean
  /** The pictures have the shape of wallet logos. */
  square?: boolean
}

/** Placeholders with the size of rows that are loading. */
export function SkeletonRows({ count, ends = false, square = false }: SkeletonRowsProps) {
  return (
    <div className="list" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <SkeletonRow key={index} index={index} ends={ends} square={square} />
      ))}
    </div>
  )
}

/** The same as items of a list that already has rows. */
export function SkeletonItems({ count, ends = false, square = false }: SkeletonRowsProps) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
    <li className="item" aria-hidden="true" key={index}>
      <SkeletonRow index={index} ends={ends} square={square} />
    </li>
  ))
}

function SkeletonRow({ index, ends, square }: { index: number; ends: boolean; square: boolean }) {
  return (
    <div className="row row-skeleton">
      <span className="picture skeleton" data-shape={square ? 'square' : undefined} />
      <span className="row-text">
        <span className="skeleton skeleton-line" data-width={index % 3} />
        {ends && <span className="skeleton skeleton-line" data-small="" data-width={(index + 1) % 3} />}
      </span>
      {ends && (
        <span className="row-end">
          <span className="skeleton skeleton-line" data-width="end" />
        </span>
      )}
    </div>
  )
}
