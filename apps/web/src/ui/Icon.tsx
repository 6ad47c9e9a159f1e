const paths = {
  copy: 'M9 9V5.8c0-.99.81-1.8 1.8-1.8h7.4c.99 0 1.8.81 1.8 1.8v7.4c0 .99-.81 1.8-1.8 1.8H15M5.8 9h7.4c.99 0 1.8.81 1.8 1.8v7.4c0 .99-.81 1.8-1.8 1.8H5.8c-.99 0-1.8-.81-1.8-1.8v-7.4C4 9.81 4.81 9 5.8 9Z',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  external: 'M8 6H6.8C5.8 6 5 6.8 5 7.8v9.4c0 1 .8 1.8 1.8 1.8h9.4c1 0 1.8-.8 1.8-1.8V16M13 5h6v6m0-6-8 8',
  close: 'M6 6l12 12M18 6 6 18',
  send: 'M7 17 17 7m0 0H9m8 0v8',
  receive: 'M17 7 7 17m0 0h8m-8 0V9',
  trade: 'M4 9h14m0 0-4-4m4 4-4 4M20 16H6m0 0 4 4m-4-4 4-4',
  card: 'M5.5 6h13c.83 0 1.5.67 1.5 1.5v9c0 .83-.67 1.5-1.5 1.5h-13A1.5 1.5 0 0 1 4 16.5v-9C4 6.67 4.67 6 5.5 6ZM4 10h16M7.5 14.5h3',
  contract: 'M9 8l-4 4 4 4M15 8l4 4-4 4',
  approve: 'M12 3.5 5 6v5.5c0 4.2 2.9 7.4 7 9 4.1-1.6 7-4.8 7-9V6l-7-2.5Zm-3 8.4 2.2 2.2L15.4 10',
  mint: 'M12 4v16M4 12h16',
  burn: 'M4 12h16',
  token: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16Zm0-11.5a2 2 0 0 0-1 3.7l-.6 3h3.2l-.6-3a2 2 0 0 0-1-3.7Z',
  portfolio:
    'M5 8.5h14c.6 0 1 .4 1 1v8c0 .8-.7 1.5-1.5 1.5h-13A1.5 1.5 0 0 1 4 17.5V7a2 2 0 0 1 2-2h10.5M16.2 13.75h.01',
  activity: 'M12 7v5l3 2m5-2a8 8 0 1 1-2.6-5.9M20 4v4h-4',
  account: 'M12 12a3.75 3.75 0 1 0 0-7.5 3.75 3.75 0 0 0 0 7.5Zm-7 7.5c.7-3 3.4-4.5 7-4.5s6.3 1.5 7 4.5',
  addresses:
    'M8 4h9.5c.8 0 1.5.7 1.5 1.5v13c0 .8-.7 1.5-1.5 1.5H8a1.5 1.5 0 0 1-1.5-1.5v-13C6.5 4.7 7.2 4 8 4ZM4 8h2.5M4 12h2.5M4 16h2.5m6.25-4.5a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5Zm-3 4.5c.3-1.5 1.4-2.3 3-2.3s2.7.8 3 2.3',
  plus: 'M12 5v14M5 12h14',
  next: 'm9.5 6 6 6-6 6',
  system: 'M5.5 5h13c.8 0 1.5.7 1.5 1.5v8c0 .8-.7 1.5-1.5 1.5h-13A1.5 1.5 0 0 1 4 14.5v-8C4 5.7 4.7 5 5.5 5ZM9 19.5h6',
  light:
    'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm0-13v2m0 14v2M3 12h2m14 0h2M5.6 5.6 7 7m10 10 1.4 1.4M18.4 5.6 17 7M7 17l-1.4 1.4',
  dark: 'M19.5 14.2A8 8 0 0 1 9.8 4.5a8 8 0 1 0 9.7 9.7Z',
  globe: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16ZM4.3 12h15.4M12 4c4.7 4.7 4.7 11.3 0 16M12 4c-4.7 4.7-4.7 11.3 0 16',
  warning:
    'M12 9v4.5m0 3h.01M10.5 4.9 3.7 17a1.7 1.7 0 0 0 1.5 2.5h13.6a1.7 1.7 0 0 0 1.5-2.5L13.5 4.9a1.7 1.7 0 0 0-3 0Z',
  empty:
    'M4.5 13.5 7 6.8C7.3 6 8 5.5 8.9 5.5h6.2c.9 0 1.6.5 1.9 1.3l2.5 6.7v4c0 .8-.7 1.5-1.5 1.5H6c-.8 0-1.5-.7-1.5-1.5v-4Zm0 0h4l1 2h5l1-2h4',
} as const

/** The name of an icon. */
export type IconName = keyof typeof paths

/** A small line drawing in the color of the text. Decorative: it never carries meaning alone. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={paths[name]} />
    </svg>
  )
}
