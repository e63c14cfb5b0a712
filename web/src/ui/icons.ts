// The drawn signs of the interface: strokes on a 16-unit grid; a path that starts with # is filled.

export const iconPaths = {
  add: ["M8 3v10M3 8h10"],
  bin: ["M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.6 9h5.8l.6-9"],
  check: ["M3 8.5l3.3 3.3L13 5"],
  chevron: ["M4 6l4 4 4-4"],
  close: ["M4 4l8 8M12 4l-8 8"],
  copy: ["M5.5 5.5h8v8h-8zM3 10.5h-.5v-8h8V3"],
  contrast: ["M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2z", "#M8 2a6 6 0 0 1 0 12z"],
  dots: ["#M3 6.7a1.3 1.3 0 1 0 0 2.6 1.3 1.3 0 0 0 0-2.6zM8 6.7a1.3 1.3 0 1 0 0 2.6 1.3 1.3 0 0 0 0-2.6zM13 6.7a1.3 1.3 0 1 0 0 2.6 1.3 1.3 0 0 0 0-2.6z"],
  error: ["M4.5 4.5l7 7M11.5 4.5l-7 7"],
  expand: ["M9.5 2.5h4v4M13.5 2.5L9 7M6.5 13.5h-4v-4M2.5 13.5L7 9"],
  file: ["M4 2h5.5L12.5 5v9H4z", "M9.5 2v3h3"],
  history: ["M2.5 8a5.5 5.5 0 1 1 1.7 4", "M2 4.5V8h3.5M8 5v3.3l2.3 1.4"],
  info: ["M8 7v5", "#M8 3.6a1 1 0 1 0 0 2 1 1 0 0 0 0-2z"],
  live: ["M8 3a5 5 0 1 0 0 10A5 5 0 0 0 8 3z", "#M8 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4z"],
  lock: ["M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5"],
  moon: ["M13 9.5A5.5 5.5 0 0 1 6.5 3 5.5 5.5 0 1 0 13 9.5z"],
  run: ["#M4 2.5v11l9.5-5.5z"],
  share: ["M8 10V2.5M5 5l3-3 3 3M3 9.5v4h10v-4"],
  sliders: ["M2 4.5h6M11.5 4.5H14M2 11.5h2.5M8 11.5h6", "M9.7 2.8a1.8 1.8 0 1 0 0 3.5 1.8 1.8 0 0 0 0-3.5zM6.2 9.7a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6z"],
  star: ["#M8 1.8l1.9 4 4.3.5-3.2 3 .9 4.3L8 11.5l-3.9 2.1.9-4.3-3.2-3 4.3-.5z"],
  stop: ["#M3.5 3.5h9v9h-9z"],
  sun: ["M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6zM8 1.5v1.7M8 12.8v1.7M1.5 8h1.7M12.8 8h1.7M3.4 3.4l1.2 1.2M11.4 11.4l1.2 1.2M3.4 12.6l1.2-1.2M11.4 4.6l1.2-1.2"],
  undo: ["M6 3L2.5 6.5 6 10M3 6.5h6.5a3.5 3.5 0 0 1 0 7H7"],
  upload: ["M8 11V3.5M5 6l3-3 3 3M3 13.5h10"],
  warning: ["M8 2.5l6 11H2zM8 6.5v3.3", "#M8 10.8a.8.8 0 1 0 0 1.6.8.8 0 0 0 0-1.6z"],
} satisfies Record<string, string[]>;

export type IconName = keyof typeof iconPaths;
