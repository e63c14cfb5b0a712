// The line of an arrow.

/** A line through points, with rounded corners. */
export function pathOf(points: readonly { x: number; y: number }[]): string {
  const [first, ...others] = points;
  const last = others.pop();
  if (!first || !last) return "";
  const round = (value: number): number => Math.round(value * 10) / 10;
  const at = ({ x, y }: { x: number; y: number }): string => `${round(x)} ${round(y)}`;
  const curves = others.map((point, index) => {
    const next = others[index + 1] ?? last;
    const end = index + 1 < others.length ? { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 } : next;
    return `Q${at(point)} ${at(end)}`;
  });
  return `M${at(first)}${curves.length > 0 ? curves.join("") : `L${at(last)}`}`;
}
