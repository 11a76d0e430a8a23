import { Pay } from './pay.jsx';

const nameOf = (slug) => slug[0].toUpperCase() + slug.slice(1);

export async function generateMetadata({ params }) {
  const { slug } = await params;
  return { title: `${nameOf(slug)} · Lowfield` };
}

export default async function Product({ params }) {
  const { slug } = await params;
  return (
    <>
      <h1>{nameOf(slug)}</h1>
      <button
        type="button"
        data-service-event="click"
        data-service-event-name="add_to_cart"
        data-service-value="59.70"
        data-service-currency="EUR"
      >
        Add to cart
      </button>
      <Pay />
    </>
  );
}
