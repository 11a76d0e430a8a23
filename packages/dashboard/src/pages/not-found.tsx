/** For an address that names nothing, and alike for what is out of reach. */
export default function NotFound() {
  return (
    <main id="main" class="page">
      <h1 class="sentence" tabIndex={-1}>
        There is nothing at this address.{' '}
        <span class="aside">It is gone, or you cannot see it any more.</span>
      </h1>
      <p>
        <a href="/">Back to your projects</a>
      </p>
    </main>
  );
}
