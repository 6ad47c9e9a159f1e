import { usePreload } from './usePreload.ts'

export type PictureProps = {
  src: string | null | undefined
  /** Name of the subject. Its first letters show if there is no picture. */
  name: string
  shape?: 'round' | 'square'
  size?: 'small' | 'medium' | 'large' | 'huge'
  letters?: number
  /** Loads the picture when it comes near the screen. */
  lazy?: boolean
}

/**
 * A logo, or the first letters of the name on a color, also while the logo takes longer than 2 s. Decorative: the name is beside it. The
 * style sheet draws the letters, because as text they would become part of the label of the button around them.
 */
export function Picture({ src, name, shape = 'round', size = 'medium', letters = 1, lazy = false }: PictureProps) {
  const { status, image } = usePreload(src)
  return (
    <span className="picture" data-shape={shape} data-size={size} aria-hidden="true">
      {(status === 'failed' || status === 'late') && (
        <span
          className="monogram"
          data-hue={hueOf(name)}
          data-letters={letters}
          data-text={[...name.replace(/[^\p{L}\p{N}]/gu, '')].slice(0, letters).join('').toUpperCase() || '?'}
        />
      )}
      {src && status !== 'failed' && (
        <img
          {...image}
          src={src}
          alt=""
          draggable={false}
          loading={lazy ? 'lazy' : undefined}
          data-late={status === 'late' || undefined}
        />
      )}
    </span>
  )
}

// Eight hues, chosen for contrast in the style sheet. A name always gets the same one.
function hueOf(name: string): number {
  let sum = 7
  for (let index = 0; index < name.length; index++) sum = (Math.imul(sum, 31) + name.charCodeAt(index)) >>> 0
  return sum % 8
}
