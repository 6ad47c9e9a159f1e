// Our own drawings on a grid of 24, stroke 1.75. One string per icon: several shapes are parts of one path.
const paths = {
  back: 'M14.5 5.5 8 12l6.5 6.5',
  close: 'm7 7 10 10M17 7 7 17',
  help: 'M9.2 9.3a2.9 2.9 0 1 1 4.2 2.6c-.9.5-1.4 1-1.4 2.1M12 17.2v.1',
  copy: 'M9 9h9.2A1.8 1.8 0 0 1 20 10.8v7.4A1.8 1.8 0 0 1 18.2 20h-7.4A1.8 1.8 0 0 1 9 18.2ZM15 9V5.8A1.8 1.8 0 0 0 13.2 4H5.8A1.8 1.8 0 0 0 4 5.8v7.4A1.8 1.8 0 0 0 5.8 15H9',
  plus: 'M12 5.5v13M5.5 12h13',
  check: 'm5.5 12.5 4.3 4.3 8.7-9.3',
  right: 'm9.5 6 6 6-6 6',
  down: 'm7 10 5 5 5-5',
  wallet:
    'M4 8.2A2.2 2.2 0 0 1 6.2 6h10.3A1.5 1.5 0 0 1 18 7.5V9M4 8.2V17a2.5 2.5 0 0 0 2.5 2.5h11.3A2.2 2.2 0 0 0 20 17.3v-6.1A2.2 2.2 0 0 0 17.8 9H5a1 1 0 0 1-1-.8ZM16 14.3h.1',
  search: 'M11 17.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM20 20l-4.3-4.3',
  send: 'M12 19.5V5M6 11l6-6 6 6',
  receive: 'M12 4.5V19M6 13l6 6 6-6',
  self: 'M5 9.5h12.5M14 6l3.5 3.5M19 14.5H6.5M10 18l-3.5-3.5',
  power: 'M12 4v8M7 7a7 7 0 1 0 10 0',
  external: 'M10 5H7a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-3M14 5h5v5M19 5l-8 8',
  alert: 'M12 8.5v4.5M12 16.4v.1M10.3 4.6 3.3 17a2 2 0 0 0 1.7 3h14a2 2 0 0 0 1.7-3l-7-12.4a2 2 0 0 0-3.4 0Z',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 11v5.5M12 7.7v.1',
  clock: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 7.5V12l3 2',
  globe: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM3.5 12h17M12 3.5c5 5 5 12 0 17M12 3.5c-5 5-5 12 0 17',
  retry: 'M19.5 12a7.5 7.5 0 1 1-2.3-5.4L19.5 9M19.5 4.5V9H15',
  paste:
    'M9 5H7.5A1.5 1.5 0 0 0 6 6.5v12A1.5 1.5 0 0 0 7.5 20h9a1.5 1.5 0 0 0 1.5-1.5v-12A1.5 1.5 0 0 0 16.5 5H15M9 4h6v3H9Z',
  image:
    'M6 4.5h12A1.5 1.5 0 0 1 19.5 6v12a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 18V6A1.5 1.5 0 0 1 6 4.5ZM9 10.2h.1M19.5 15.5l-4-4-8 8',
  mail: 'M5.8 5.5h12.4A1.8 1.8 0 0 1 20 7.3v9.4a1.8 1.8 0 0 1-1.8 1.8H5.8A1.8 1.8 0 0 1 4 16.7V7.3a1.8 1.8 0 0 1 1.8-1.8ZM4.5 7l7.5 6 7.5-6',
  settings:
    'M4 8h9M17 8h3M4 16h3M11 16h9M15 10.3a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6ZM9 18.3a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6Z',
  key: 'M14.8 14.3a5.3 5.3 0 1 0-5.1-5.2L4 14.8V20h5v-3h3v-2.5l.8-.8c.6.3 1.3.500 2 .6ZM16.3 7.7h.1',
  coins:
    'M9 14.5c3 0 5.5-1.2 5.5-2.8V7.2M9 14.5c-3 0-5.5-1.2-5.5-2.8V7.2M9 10c3 0 5.5-1.2 5.5-2.8S12 4.5 9 4.5 3.5 5.7 3.5 7.2 6 10 9 10ZM9.5 17.3c.6 1.3 2.8 2.2 5.5 2.2 3 0 5.5-1.2 5.5-2.7v-4.6c0-1.2-1.3-2.1-3.2-2.5',
  person: 'M12 11.5a3.8 3.8 0 1 0 0-7.5 3.8 3.8 0 0 0 0 7.5ZM4.5 20c.6-3.6 3.7-5.5 7.5-5.5s6.9 1.9 7.5 5.5',
  shield: 'M12 3.5 5 6v5.5c0 4.3 2.8 7.4 7 9 4.2-1.6 7-4.7 7-9V6ZM9 12l2.2 2.2L15 10.3',
  layers: 'm12 4 8.5 4.5L12 13 3.5 8.5ZM4 12.7l8 4.3 8-4.3M4 16.5l8 4 8-4',
  grid: 'M5 5h5v5H5ZM14 5h5v5h-5ZM5 14h5v5H5ZM14 14h5v5h-5Z',
  qr: 'M5 5h5v5H5ZM14 5h5v5h-5ZM5 14h5v5H5ZM14 14h2v2h-2ZM19 14v.1M14 19v.1M17 17h2v2',
  scan: 'M4 9V6.5A2.5 2.5 0 0 1 6.5 4H9M15 4h2.5A2.5 2.5 0 0 1 20 6.5V9M20 15v2.5a2.5 2.5 0 0 1-2.5 2.5H15M9 20H6.5A2.5 2.5 0 0 1 4 17.5V15M4.5 12h15',
  phone:
    'M8.5 3.5h7A1.5 1.5 0 0 1 17 5v14a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 7 19V5a1.5 1.5 0 0 1 1.5-1.5ZM11 17.5h2',
  download: 'M12 4.5v10M7.5 10.5 12 15l4.5-4.5M5 19.5h14',
  spark: 'M12 4v3M12 17v3M4 12h3M17 12h3M6.5 6.5l2 2M15.5 15.5l2 2M17.5 6.5l-2 2M8.5 15.5l-2 2',
} as const

/** The name of an icon. */
export type IconName = keyof typeof paths

// Arrows for links. In right-to-left text they point the other way.
const turning: readonly IconName[] = ['right', 'external']

/** One of the kit's icons. Decorative: its meaning is in the text beside it or in the label of its button. */
export function Icon({ name, className = 'icon' }: { name: IconName; className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 24 24" aria-hidden="true" data-turns={turning.includes(name) || undefined}>
      <path d={paths[name]} />
    </svg>
  )
}
