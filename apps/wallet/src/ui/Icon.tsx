// Our own drawings on a 24 grid, stroke 1.75, as in the kit. One string for each icon: several shapes are parts of one path.
const paths = {
  close: 'm7 7 10 10M17 7 7 17',
  copy: 'M9 9h9.2A1.8 1.8 0 0 1 20 10.8v7.4A1.8 1.8 0 0 1 18.2 20h-7.4A1.8 1.8 0 0 1 9 18.2ZM15 9V5.8A1.8 1.8 0 0 0 13.2 4H5.8A1.8 1.8 0 0 0 4 5.8v7.4A1.8 1.8 0 0 0 5.8 15H9',
  check: 'm5.5 12.5 4.3 4.3 8.7-9.3',
  right: 'm9.5 6 6 6-6 6',
  down: 'm7 10 5 5 5-5',
  wallet:
    'M4 8.2A2.2 2.2 0 0 1 6.2 6h10.3A1.5 1.5 0 0 1 18 7.5V9M4 8.2V17a2.5 2.5 0 0 0 2.5 2.5h11.3A2.2 2.2 0 0 0 20 17.3v-6.1A2.2 2.2 0 0 0 17.8 9H5a1 1 0 0 1-1-.8ZM16 14.3h.1',
  external: 'M10 5H7a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-3M14 5h5v5M19 5l-8 8',
  alert: 'M12 8.5v4.5M12 16.4v.1M10.3 4.6 3.3 17a2 2 0 0 0 1.7 3h14a2 2 0 0 0 1.7-3l-7-12.4a2 2 0 0 0-3.4 0Z',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 11v5.5M12 7.7v.1',
  clock: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 7.5V12l3 2',
  mail: 'M5.5 6h13A1.5 1.5 0 0 1 20 7.5v9a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 16.5v-9A1.5 1.5 0 0 1 5.5 6ZM4.5 7.5l7.5 6 7.5-6',
  key: 'M14.8 14.3a5.3 5.3 0 1 0-5.1-5.2L4 14.8V20h5v-3h3v-2.5l.8-.8c.6.3 1.3.5 2 .6ZM16.3 7.7h.1',
  finger:
    'M7 18.5c1-2 1.3-3.8 1.3-6a3.7 3.7 0 0 1 7.4 0c0 1 0 2-.2 3M12 12.5c0 3-.5 5.3-1.6 7.5M15 18.5c-.2.7-.4 1.3-.7 2M5 15.5c.3-1 .4-2 .4-3a6.6 6.6 0 0 1 10.8-5.1M18.2 10c.3.8.4 1.6.4 2.5 0 1.3-.1 2.6-.3 3.8',
  paper:
    'M7 4.5h7l4 4V18a1.5 1.5 0 0 1-1.5 1.5h-9.5A1.5 1.5 0 0 1 5.5 18V6A1.5 1.5 0 0 1 7 4.5ZM13.5 4.5V9H18M9 13h6M9 16h4',
  device:
    'M8.5 3.5h7A1.5 1.5 0 0 1 17 5v14a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 7 19V5a1.5 1.5 0 0 1 1.5-1.5ZM11 17.5h2',
  lock: 'M7 11h10a1.5 1.5 0 0 1 1.5 1.5v6A1.5 1.5 0 0 1 17 20H7a1.5 1.5 0 0 1-1.5-1.5v-6A1.5 1.5 0 0 1 7 11ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3M12 14.5v2',
  shield: 'M12 3.5 5 6v5.5c0 4.3 2.8 7.4 7 9 4.2-1.6 7-4.7 7-9V6ZM9 12l2.2 2.2L15 10.3',
  globe: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM3.5 12h17M12 3.5c5 5 5 12 0 17M12 3.5c-5 5-5 12 0 17',
  retry: 'M19.5 12a7.5 7.5 0 1 1-2.3-5.4L19.5 9M19.5 4.5V9H15',
  eye: 'M3 12c2.3-4 5.3-6 9-6s6.7 2 9 6c-2.3 4-5.3 6-9 6s-6.7-2-9-6ZM12 14.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6Z',
  download: 'M12 4.5v10M7.5 10.5 12 15l4.5-4.5M5 19.5h14',
  block: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM6 6l12 12',
} as const

/** The name of a drawing. */
export type IconName = keyof typeof paths

/** One of the wallet's icons. Decorative: its meaning is in the text beside it or in the label of its button. */
export function Icon({ name, mirrored = false }: { name: IconName; mirrored?: boolean }) {
  return (
    <svg class={mirrored ? 'icon mirrored' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
