// The icon of the app at the upper edge of a sheet; same as public/icons/icon.svg.

export function AppIcon() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 64 64"
      fill="none"
      className="-mt-7 size-16 rounded-[20px] border-4 border-background"
    >
      <rect width="64" height="64" rx="16" fill="#0a6a6a" />
      <path
        d="M12 25a9 9 0 0 1 9-9h22a9 9 0 0 1 9 9v10a9 9 0 0 1-9 9H31l-9.6 7.2A1.5 1.5 0 0 1 19 50v-6.2A9 9 0 0 1 12 35z"
        fill="#fff"
      />
      <path
        d="M21 36c5 3 8-7 15-3"
        stroke="#0a6a6a"
        strokeWidth="3"
        strokeLinecap="round"
        strokeDasharray=".1 5"
      />
      <path d="M41 20a6 6 0 0 0-6 6c0 4.2 6 9.5 6 9.5s6-5.3 6-9.5a6 6 0 0 0-6-6z" fill="#e8684d" />
      <circle cx="41" cy="26" r="2.1" fill="#fff" />
    </svg>
  )
}
